import { ApiError, isSentence } from '#web/lib/api-error.ts'

/** Fetches something of a stored document. Throws ApiError with a sentence to show; `failed` where the answer has none. */
export async function fetchDocument(
  address: string,
  failed: string,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await fetch(address, { credentials: 'same-origin', signal }).catch((cause: unknown) => {
    throw signal?.aborted ? cause : ApiError.network(cause)
  })
  if (response.ok) return response
  const body = await response.json().catch(() => ({}))
  throw new ApiError(response.status, isSentence(body?.message) ? body.message : failed, body)
}
