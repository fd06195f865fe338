import type { PhoneHandOff } from '#contract/documents/hand-offs.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { api } from '#web/lib/api.ts'

export { tellFaces } from './owner-choice.ts'

import { tellChoice } from './owner-choice.ts'
import { type SendOptions, sendInParts } from './send-in-parts.ts'
import type { WaitingFile } from './waiting-file.ts'

type ToSend = Pick<WaitingFile, 'id' | 'slot' | 'file' | 'said'>

/** Whose document it is, and what its page takes. */
interface Destination {
  kind: CaseKind
  /** Who the page believes to send it: another may have signed in since, in another tab. */
  userId: number | undefined
  maxBytes: number
}

/** Sends a document of someone here; returns it as stored. Throws as `sendInParts`. */
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

/** Sends a photo from a phone that is connected to someone’s computer; returns what is asked for now. Throws as `sendInParts`. */
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
    // Where the choice can’t be told, the computer asks.
    return answer.handOff
  }
}

/** Has what arrived of an upload deleted; where that can't be told now, it is gone within a day. */
export function cancelUpload(id: string): void {
  api('DELETE /api/uploads/:id', { params: { id } }).catch(() => {})
}

function aboutFile({ slot, file }: Pick<ToSend, 'slot' | 'file'>) {
  const { name, type, size } = file
  return { documentType: slot, fileName: name, ...(type && { mime: type }), bytes: size }
}
