import type { CaseState } from '#contract/verification/cases.ts'

/** Whether a document that was uploaded then has been submitted since: until it is, its upload can be undone. */
export function wasSubmitted(
  { state, submittedAt }: { state: CaseState; submittedAt: Date | null },
  uploadedAt: Date,
): boolean {
  if (state !== 'draft' && state !== 'needs_resubmission') return true
  return submittedAt !== null && submittedAt >= uploadedAt
}
