import type { ReviewItem } from '#contract/admin-cases.ts'
import type { CaseKind } from '#contract/cases.ts'
import { CONSUMER_SLOTS, type DocumentSlot } from '#contract/documents.ts'
import type { StoredDocument } from './stored-document.ts'

export const SHORT_LABELS: Readonly<Record<DocumentSlot, string>> = {
  'id-front': 'ID front',
  'id-back': 'ID back',
  selfie: 'Selfie',
  'proof-of-address': 'Proof of address',
  other: 'Additional document',
}

/** The slots in which a case has its evidence, in the order of the viewer. */
export const CASE_SLOTS: Readonly<Record<CaseKind, readonly [DocumentSlot, ...DocumentSlot[]]>> = {
  consumer: CONSUMER_SLOTS,
  business: ['other'],
}

export interface SelectedDocument {
  slot: DocumentSlot
  title: string
  /** Null where nothing was uploaded. */
  document: StoredDocument | null
  isFormer: boolean
}

/** A case as far as its documents are looked at. */
export interface DocumentedCase {
  kind: CaseKind
  items: readonly ReviewItem[]
}

/** What an address asks for: a slot, or a version by its id; else the first slot with a file. */
export function selectedDocument(
  { kind, items }: DocumentedCase,
  asked: string | undefined,
): SelectedDocument {
  const slots = CASE_SLOTS[kind]
  const former = items.flatMap((item) => item.formerDocuments).find((one) => one.id === asked)
  const slot =
    slots.find((one) => one === (former?.documentType ?? asked)) ??
    slots.find((one) => asked !== undefined && currentDocument(items, one)?.id === asked) ??
    slots.find((one) => currentDocument(items, one)) ??
    slots[0]
  return {
    slot,
    title: former ? `${SHORT_LABELS[slot]}, former version` : SHORT_LABELS[slot],
    document: former ?? currentDocument(items, slot),
    isFormer: former !== undefined,
  }
}

/** The file of a slot as it stands now. */
export function currentDocument(items: readonly ReviewItem[], slot: DocumentSlot): StoredDocument | null {
  return items.find((item) => item.item === slot)?.document ?? null
}

/** What is said of a slot without a file: a passport has no back that could be missing. */
export function wordsWithoutFile(
  items: readonly ReviewItem[],
  slot: DocumentSlot,
): { title: string; text: string } {
  return items.some((item) => item.item === slot)
    ? { title: 'Missing', text: 'The applicant has not uploaded this document.' }
    : { title: 'Not needed', text: 'The applicant’s type of document doesn’t need it.' }
}

/** Whether a case has any file to look at, be it a former one: a company need not give one. */
export function hasDocuments(items: readonly ReviewItem[]): boolean {
  return items.some((item) => item.document !== null || item.formerDocuments.length > 0)
}
