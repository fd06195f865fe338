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

/** The sentence for staff: how a case was approved, and on how much of a review. Null stands for times before it was kept. */
export function approvalSentence(basis: ApprovalBasis | null): string {
  if (!basis || (basis.way === 'decision' && isFullyReviewed(basis))) return WAYS.decision
  return `${WAYS[basis.way]}, ${basis.reviewed} of ${basis.total} items reviewed`
}
