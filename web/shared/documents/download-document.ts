import type { MouseEvent } from 'react'
import { ApiError, isSentence } from '#web/lib/api-error.ts'
import { askToConfirm } from '#web/shared/privacy/recent-download.ts'
import { solvedBySignIn } from '#web/shared/sign-in/sign-in-again.tsx'
import { toast } from '#web/ui/toast.ts'

/** In milliseconds; by then every browser has read the data. */
const RELEASED_AFTER_MS = 60_000

/**
 * Handles a click on a link that downloads a document: a refusal is shown as text, instead of being saved as
 * the file.
 */
export async function downloadDocument(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  event.preventDefault()
  try {
    const response = await fetchDocument(
      event.currentTarget.getAttribute('href') ?? '',
      'We can’t give you this file.',
    )
    const href = URL.createObjectURL(await response.blob())
    const download = fileNameIn(response.headers.get('content-disposition') ?? '')
    Object.assign(document.createElement('a'), { href, download }).click()
    setTimeout(() => URL.revokeObjectURL(href), RELEASED_AFTER_MS)
  } catch (error) {
    if (solvedBySignIn(error)) return askToConfirm('download it').catch(() => {})
    const description = error instanceof ApiError ? error.message : 'The connection broke off. Try again.'
    toast({ kind: 'error', title: 'Nothing was downloaded', description })
  }
}

/** Returns the file name from the server's header, in any script. */
function fileNameIn(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? ''
}

/** Fetches part of a stored document. Throws ApiError with a sentence to show; `failed` if the response has none. */
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
