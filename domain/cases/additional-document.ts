import { documentType, isDocumentSlot } from '#contract/documents/documents.ts'
import type { ItemKey, ReasonCode } from '#contract/verification/cases.ts'
import { isOptionalSlot } from './document-requirements.ts'

/** These ask for a paper, or may: the note of a reviewer says what it likes. */
const ASKING: readonly string[] = ['OWNERSHIP_UNCLEAR', 'AUTHORITY_UNPROVEN', 'OTHER'] satisfies ReasonCode[]

/**
 * Whether what was returned of a company asks for a document. Then its additional document may be added or replaced,
 * even where the one before was accepted: it shows something else now.
 */
export function asksForDocument(items: readonly { decision: string; reasons: readonly string[] }[]): boolean {
  return items.some(
    ({ decision, reasons }) => decision === 'retry' && reasons.some((reason) => ASKING.includes(reason)),
  )
}

/** Whether what was returned lets a document be given, or exchanged, that may be left out. */
export function mayGiveOptional(
  key: ItemKey,
  items: readonly { key: ItemKey; decision: string; reasons: readonly string[] }[],
): boolean {
  if (!isDocumentSlot(key) || !isOptionalSlot(key)) return false
  if (key === 'other') return asksForDocument(items)
  const { comesWith = [] } = documentType(key)
  return items.some((item) => item.decision === 'retry' && comesWith.includes(item.key))
}
