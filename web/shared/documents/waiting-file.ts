import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import type { FileOwner } from './waiting-keys.ts'

/** What the browser's database calls where they lie. */
export const STORE = 'files'
/** How long a file waits in the browser for its upload; on the server its parts wait as long. */
const WAITING_MS = 24 * 3_600_000

/** What is said of a file before it is sent: which kind of ID it is, the dates printed on it, and what was seen and chosen. */
export interface SaidOfDocument {
  docType?: DocType | undefined
  issuedOn?: string | undefined
  expiresOn?: string | undefined
  /** How many faces this device has found on a selfie; where no one has looked, it does once the file is here. */
  faces?: number | undefined
  /** Its owner was told that it is poor, and uses it anyway. */
  anyway?: boolean | undefined
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

/** Whether a file still waits. */
export function isFresh({ chosenAt }: Pick<WaitingFile, 'chosenAt'>): boolean {
  return Math.abs(Date.now() - chosenAt) < WAITING_MS
}
