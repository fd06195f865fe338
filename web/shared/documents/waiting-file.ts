import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import type { FileOwner } from './waiting-keys.ts'

/** What goes with a file: which kind of ID it is, and the dates printed on it. */
export interface SaidOfDocument {
  docType?: DocType | undefined
  issuedOn?: string | undefined
  expiresOn?: string | undefined
}

/** A file that was chosen or taken and is not on the server yet. */
export interface WaitingFile {
  /** Of its upload. */
  id: string
  /** For whom: one owner's files are not shown to another. */
  owner: FileOwner
  /** Where it belongs, such as a slot of someone's own documents. */
  place: string
  slot: DocumentSlot
  file: File
  said: SaidOfDocument
  /** Whether it is on its way; otherwise it waits for a press of Upload. */
  isSent: boolean
  /** In milliseconds; it waits no longer than a day from then on. */
  chosenAt: number
}
