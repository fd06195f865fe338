import type { PhoneHandOff } from '#contract/documents/hand-offs.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { api } from '#web/lib/api.ts'

export { tellFaces } from './owner-choice.ts'

import { tellChoice } from './owner-choice.ts'
import { type SendOptions, sendInParts } from './send-in-parts.ts'
import type { WaitingFile } from './waiting-file.ts'

type ToSend = Pick<WaitingFile, 'id' | 'slot' | 'file' | 'said'>

/** The document's owner, and what the page accepts. */
interface Destination {
  kind: CaseKind
  /** The user that the page assumes as sender: someone else may have signed in since, in another tab. */
  userId: number | undefined
  maxBytes: number
}

/** Sends a signed-in person's document; returns it as stored. Throws as `sendInParts`. */
export async function sendDocument(
  { id, said, ...document }: ToSend,
  destination: Destination,
  options: SendOptions,
): Promise<StoredDocument | undefined> {
  const { docType, issuedOn, expiresOn } = said
  const body = { id, ...aboutFile(document), docType, issuedOn, expiresOn, ...destination }
  const answer = await sendInParts(
    document.file,
    {
      start: (signal) => api('POST /api/uploads', { body }, { signal }),
      read: (signal) => api('GET /api/uploads/:id', { params: { id } }, { signal }),
      address: `/api/uploads/${id}`,
      isDone: ({ stored }) => stored !== null,
    },
    options,
  )
  return answer.stored ? tellChoice(answer.stored, said) : undefined
}

/**
 * Sends a photo from a phone that is connected to someone’s computer; returns what is asked for next. Throws as
 * `sendInParts`.
 */
export async function sendFromPhone(
  { id, said, ...photo }: ToSend,
  options: SendOptions,
): Promise<PhoneHandOff | null> {
  const body = { id, ...aboutFile(photo), docType: said.docType }
  const answer = await sendInParts(
    photo.file,
    {
      start: (signal) => api('POST /api/phone/hand-off/uploads', { body }, { signal }),
      read: (signal) => api('GET /api/phone/hand-off/uploads/:id', { params: { id } }, { signal }),
      address: `/api/phone/hand-off/uploads/${id}`,
      isDone: ({ handOff }) => handOff !== null,
    },
    options,
  )
  if (!said.anyway) return answer.handOff
  try {
    await api('POST /api/phone/hand-off/uploads/:id/keep', { params: { id } })
    return (await api('GET /api/phone/hand-off')).handOff
  } catch {
    // If the choice can't be recorded, the computer asks.
    return answer.handOff
  }
}

/** Deletes what has arrived of an upload; if the call fails, the server deletes it within a day. */
export function cancelUpload(id: string): void {
  api('DELETE /api/uploads/:id', { params: { id } }).catch(() => {})
}

function aboutFile({ slot, file }: Pick<ToSend, 'slot' | 'file'>) {
  const { name, type, size } = file
  return { documentType: slot, fileName: name, ...(type && { mime: type }), bytes: size }
}
