import type { ReasonCode } from '#contract/cases.ts'

/** These ask for a paper, or may: the note of a reviewer says what it likes. */
const ASKING: readonly string[] = ['OWNERSHIP_UNCLEAR', 'AUTHORITY_UNPROVEN', 'OTHER'] satisfies ReasonCode[]

/**
 * Whether what was returned of a company asks for a document. Then its additional document may be added or replaced,
 * even where the one before was accepted: it shows something else now.
 */
export function asksForDocument(items: readonly { decision: string; reasons: readonly string[] }[]): boolean {
  return items.some(
    ({ decision, reasons }) => decision === 'retry' && reasons.some((one) => ASKING.includes(one)),
  )
}
