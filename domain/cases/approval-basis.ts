import type { ApprovalBasis } from '#contract/verification/cases.ts'

/** Whether every item was reviewed. */
export function isFullyReviewed({ reviewed, total }: ApprovalBasis): boolean {
  return reviewed >= total
}

const WAYS: Readonly<Record<ApprovalBasis['way'], string>> = {
  decision: 'Approved',
  status_call: 'Approved by status call',
  override: 'Approved by override',
}

/** Returns the sentence for staff on how a case was approved and how much of it was reviewed. Null: before this was stored. */
export function approvalSentence(basis: ApprovalBasis | null): string {
  if (!basis || (basis.way === 'decision' && isFullyReviewed(basis))) return WAYS.decision
  return `${WAYS[basis.way]}, ${basis.reviewed} of ${basis.total} items reviewed`
}
