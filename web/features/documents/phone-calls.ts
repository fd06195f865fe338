import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import type { PhoneHandOff, uploadFromPhone } from '#contract/documents/hand-offs.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { asJpeg } from '#web/shared/documents/as-jpeg.ts'

/** A type import only: the browser is sent no schema for an answer it trusts. */
const UPLOAD_PATH: (typeof uploadFromPhone)['path'] = '/api/phone/hand-off/documents'

let opening: Promise<PhoneHandOff | null> | undefined

/**
 * Opens the link of this address, or carries on with one that this phone has opened; null where there is none any more. A link
 * works once, so it is opened once, however often the page is drawn; after that it is taken out of the address.
 */
export function openOnPhone(): Promise<PhoneHandOff | null> {
  const token = location.hash.slice(1)
  if (token) {
    history.replaceState(history.state, '', location.pathname)
    opening = api('POST /api/phone/hand-off/open', { body: { token } }).then(({ handOff }) => handOff)
  }
  opening ??= api('GET /api/phone/hand-off').then(({ handOff }) => handOff)
  return opening
}

/** Sends a photo; answers with what is asked for now. Throws ApiError. */
export async function sendFromPhone(
  slot: DocumentSlot,
  docType: DocType | null,
  file: File,
): Promise<PhoneHandOff> {
  const photo = await asJpeg(file)
  const form = new FormData()
  form.append('documentType', slot)
  form.append('fileName', photo.name)
  if (docType) form.append('docType', docType)
  form.append('file', photo)
  const response = await fetch(UPLOAD_PATH, { method: 'POST', body: form }).catch((cause: unknown) => {
    throw ApiError.network(cause)
  })
  const body = await response.json().catch(() => ({}))
  if (!response.ok) throw new ApiError(response.status, body.message ?? 'The photo wasn’t sent.', body)
  return body.handOff
}
