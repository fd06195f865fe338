import type { ReviewCase } from '#contract/review/admin-cases.ts'

/** Whether reviewers are waited for, so that verdicts can be saved (cases, Deciding). */
export function isOpen({ state }: Pick<ReviewCase, 'state'>): boolean {
  return state === 'submitted' || state === 'in_review'
}
