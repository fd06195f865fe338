import type { ApprovalBasis } from '#contract/cases.ts'
import type { CaseItem } from './case-record.ts'
import { isReviewed } from './item-review.ts'

/** On what an approval of these items rests. */
export function approvalBasis(items: readonly CaseItem[], way: ApprovalBasis['way']): ApprovalBasis {
  return { way, reviewed: items.filter(isReviewed).length, total: items.length }
}

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
