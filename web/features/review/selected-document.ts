import { type DocumentSlot, SLOT_LABELS, slotsOf } from '#contract/documents/documents.ts'
import type { ReviewItem } from '#contract/review/admin-cases.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { isOptionalSlot } from '#domain/cases/document-requirements.ts'

/** Returns a case's document slots in the viewer's order; optional ones only if a file was given. */
export function caseSlots({ kind, items }: DocumentedCase): DocumentSlot[] {
  const isShown = (slot: DocumentSlot) => !isOptionalSlot(slot) || items.some(({ item }) => item === slot)
  const slots = slotsOf(kind).filter(isShown)
  return slots.length > 0 ? slots : slotsOf(kind)
}

export interface SelectedDocument {
  slot: DocumentSlot
  title: string
  /** Null if nothing was uploaded. */
  document: CaseDocument | null
  isFormer: boolean
}

/** The part of a case needed to view its documents. */
export interface DocumentedCase {
  kind: CaseKind
  items: readonly ReviewItem[]
}

/** Returns what a URL selects: a slot, or a version by its id; otherwise the first slot with a file. */
export function selectedDocument(reviewCase: DocumentedCase, asked: string | undefined): SelectedDocument {
  const { items } = reviewCase
  const slots = caseSlots(reviewCase)
  const former = items.flatMap((item) => item.formerDocuments).find((version) => version.id === asked)
  const slot =
    slots.find((each) => each === (former?.documentType ?? asked)) ??
    slots.find((each) => asked !== undefined && currentDocument(items, each)?.id === asked) ??
    slots.find((each) => currentDocument(items, each)) ??
    (slots[0] as DocumentSlot)
  const label = SLOT_LABELS[slot]
  return {
    slot,
    title: former ? `${label}, former version` : label,
    document: former ?? currentDocument(items, slot),
    isFormer: former !== undefined,
  }
}

/** Returns a slot's current file. */
export function currentDocument(items: readonly ReviewItem[], slot: DocumentSlot): CaseDocument | null {
  return items.find((item) => item.item === slot)?.document ?? null
}

/** Returns the text for a slot without a file: a passport has no back that could be missing. */
export function textWithoutFile(
  items: readonly ReviewItem[],
  slot: DocumentSlot,
): { title: string; text: string } {
  return items.some((item) => item.item === slot)
    ? { title: 'Missing', text: 'The applicant has not uploaded this document.' }
    : { title: 'Not needed', text: 'The applicant’s type of document doesn’t need it.' }
}

/** Whether the reader has to see a document before they can accept its line. */
export function needsLook(items: readonly ReviewItem[], { id }: Pick<CaseDocument, 'id'>): boolean {
  return items.some(
    ({ document, isRead, decision }) => document?.id === id && !isRead && decision !== 'accepted',
  )
}

/** Whether a case has any file to view, current or former: a company needn't give one. */
export function hasDocuments(items: readonly ReviewItem[]): boolean {
  return items.some((item) => item.document !== null || item.formerDocuments.length > 0)
}

/** A case's file as reviewers see it. */
export type CaseDocument = NonNullable<ReviewItem['document']>
