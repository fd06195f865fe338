import { documentType, isDocumentSlot } from '#contract/documents/documents.ts'
import type { ItemKey, ReasonCode } from '#contract/verification/cases.ts'
import type { CaseItem } from './case.ts'
import { isIdSide, isOptionalSlot } from './document-requirements.ts'

/** Reasons that a document settles: they ask for one by their own words. */
const ANSWERED_BY_DOCUMENT: readonly string[] = [
  'OWNERSHIP_UNCLEAR',
  'AUTHORITY_UNPROVEN',
] satisfies ReasonCode[]
/** Reasons that ask for a document, or may: a reviewer's note can ask for anything. */
const ASKING: readonly string[] = [...ANSWERED_BY_DOCUMENT, 'OTHER' satisfies ReasonCode]

/**
 * Whether a returned company is asked for a document. Its additional document may then be added or replaced even if the
 * previous one was accepted, because it now has to prove something else.
 */
export function asksForDocument(items: readonly { decision: string; reasons: readonly string[] }[]): boolean {
  return items.some(
    ({ decision, reasons }) => decision === 'retry' && reasons.some((reason) => ASKING.includes(reason)),
  )
}

/**
 * Whether a returned item asked for a document that a company has given since: one that no decision has been sent about,
 * or another than the returned one.
 */
export function isAnsweredByDocument(
  { reasons }: Pick<CaseItem, 'reasons'>,
  items: readonly Pick<CaseItem, 'key' | 'decision' | 'evidence' | 'refused' | 'isFinal'>[],
): boolean {
  const given = items.find(({ key }) => key === 'other')
  if (!given?.evidence || !reasons.some((reason) => ANSWERED_BY_DOCUMENT.includes(reason))) return false
  return given.decision === 'retry' ? !given.refused.includes(given.evidence) : !given.isFinal
}

/** Whether the returned items allow adding or replacing an optional document. */
export function mayGiveOptional(
  key: ItemKey,
  items: readonly { key: ItemKey; decision: string; reasons: readonly string[] }[],
): boolean {
  if (!isDocumentSlot(key) || !isOptionalSlot(key)) return false
  if (key === 'other') return asksForDocument(items)
  const { comesWith = [] } = documentType(key)
  return items.some((item) => item.decision === 'retry' && comesWith.includes(item.key))
}

/**
 * Whether a returned case takes this document although no one asked for it: an optional one, or the other side of a
 * returned ID, because a passport may be replaced by a licence, which has two. `isOtherKind`: the side is of another
 * kind of ID than the accepted one, which then proves nothing any more.
 */
export function mayComeWithReturned(
  key: ItemKey,
  items: readonly { key: ItemKey; decision: string; reasons: readonly string[] }[],
  isOtherKind = false,
): boolean {
  if (!isDocumentSlot(key) || !isIdSide(key)) return mayGiveOptional(key, items)
  const isUndecided = items.every((item) => item.key !== key || item.decision === 'pending')
  return (isUndecided || isOtherKind) && hasReturnedSide(items)
}

/** Whether a side of the ID is returned. */
export function hasReturnedSide(items: readonly { key: ItemKey; decision: string }[]): boolean {
  return items.some(({ key, decision }) => isDocumentSlot(key) && isIdSide(key) && decision === 'retry')
}
