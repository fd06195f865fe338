import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import type { WaitingOwner } from '#web/lib/waiting-database.ts'

/** How many milliseconds a file waits in the browser for its upload; its parts wait as long on the server. */
const WAITING_MS = 24 * 3_600_000

/** What is sent along with a file: the kind of ID, the dates printed on it, and what was found and chosen. */
export interface SaidOfDocument {
  docType?: DocType | undefined
  issuedOn?: string | undefined
  expiresOn?: string | undefined
  /** How many faces this device has found on a selfie; if not counted yet, it is once the file is here. */
  faces?: number | undefined
  /** Whether its owner was told that it is poor, and uses it anyway. */
  anyway?: boolean | undefined
}

/** A file that was chosen or taken and is not on the server yet. */
export interface WaitingFile {
  /** The id of its upload. */
  id: string
  /** Its owner: one owner's files aren't shown to another. */
  owner: WaitingOwner
  /** Where it belongs, such as a slot of someone's own documents. */
  place: string
  slot: DocumentSlot
  file: File
  said: SaidOfDocument
  /** Whether it is being sent; otherwise it waits for the Upload button. */
  isSent: boolean
  /** In milliseconds; it waits no longer than a day from then on. */
  chosenAt: number
}

/** Whether a file is still kept waiting. */
export function isFresh({ chosenAt }: Pick<WaitingFile, 'chosenAt'>): boolean {
  return Math.abs(Date.now() - chosenAt) < WAITING_MS
}
