/** The session that calls, and the server. */
export interface Caller {
  origin: string
  session: string
}

/** Sends a call as our own pages do, and returns its answer. Throws if it was refused. */
export async function callApi<Answer = unknown>(
  { origin, session }: Caller,
  method: string,
  path: string,
  body?: FormData | object,
): Promise<Answer> {
  const isForm = body instanceof FormData
  const answer = await fetch(origin + path, {
    method,
    headers: {
      cookie: `session=${session}`,
      'sec-fetch-site': 'same-origin',
      origin,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  const isJson = answer.headers.get('content-type')?.includes('json')
  return (isJson ? await answer.json() : await answer.arrayBuffer()) as Answer
}
