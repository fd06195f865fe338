import type { ReviewItem } from '#contract/admin-cases.ts'
import { CONSUMER_SLOTS, type ConsumerSlot } from '#contract/documents.ts'
import type { StoredDocument } from './stored-document.ts'

export const SHORT_LABELS: Readonly<Record<ConsumerSlot, string>> = {
  'id-front': 'ID front',
  'id-back': 'ID back',
  selfie: 'Selfie',
  'proof-of-address': 'Proof of address',
}

export interface SelectedDocument {
  slot: ConsumerSlot
  title: string
  /** Null where nothing was uploaded. */
  document: StoredDocument | null
  isFormer: boolean
}

/** What an address asks for: a slot, or a former version by its id; else the first slot with a file. */
export function selectedDocument(items: readonly ReviewItem[], asked: string | undefined): SelectedDocument {
  const former = items.flatMap((item) => item.formerDocuments).find((one) => one.id === asked)
  const slot =
    CONSUMER_SLOTS.find((one) => one === (former?.documentType ?? asked)) ??
    CONSUMER_SLOTS.find((one) => currentDocument(items, one)) ??
    'id-front'
  return {
    slot,
    title: former ? `${SHORT_LABELS[slot]}, former version` : SHORT_LABELS[slot],
    document: former ?? currentDocument(items, slot),
    isFormer: former !== undefined,
  }
}

/** The file of a slot as it stands now. */
export function currentDocument(items: readonly ReviewItem[], slot: ConsumerSlot): StoredDocument | null {
  return items.find((item) => item.item === slot)?.document ?? null
}
