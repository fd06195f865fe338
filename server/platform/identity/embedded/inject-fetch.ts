import type { FastifyInstance } from 'fastify'
import type { CustomFetch } from 'openid-client'

/**
 * A fetch that hands requests for the embedded issuer to the application itself, without a network: sign-in needs no
 * loopback connection behind a proxy, and works in tests that do not listen. Throws for any other address.
 */
export function injectFetch(app: FastifyInstance, issuer: string): CustomFetch {
  const { origin } = new URL(issuer)
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    if (url.origin !== origin) throw new Error('Only the embedded provider is reached without a network')
    if (body && !(body instanceof URLSearchParams) && typeof body !== 'string')
      throw new Error('The embedded provider takes forms only')
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: url.pathname + url.search,
      headers,
      ...(body ? { payload: body.toString() } : {}),
      ...(signal ? { signal } : {}),
    })
    const answerHeaders = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const item of Array.isArray(value) ? value : [value])
        answerHeaders.append(name, String(item ?? ''))
    }
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: answerHeaders,
    })
  }
}
