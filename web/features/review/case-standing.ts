import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { recordSentence } from '#domain/cases/approval-record.ts'
import { londonDate } from '#domain/plain-date.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'

/** Returns a case's state as a sentence for staff. */
export function standingSentence({ state, decidedAt, decidedBy, approval, confirmBy }: ReviewCase): string {
  const approved = approvedText(approval, suffix(decidedAt, decidedBy))
  switch (state) {
    case 'submitted':
    case 'in_review':
      return 'Waiting for a decision.'
    case 'awaiting_second_approval':
      return 'Waiting for a second approval.'
    case 'needs_resubmission':
      return `Sent back${suffix(decidedAt, decidedBy)}. We’re waiting for the applicant.`
    case 'approved':
      return `${approved}.`
    case 'reverification_due':
      return `${approved}. We’ve asked the applicant to confirm their details${confirmBy ? ` by ${formatDate(londonDate(new Date(confirmBy)))}` : ''}.`
    case 'rejected':
      return `Rejected${suffix(decidedAt, decidedBy)}.`
    case 'withdrawn':
      return 'The applicant has withdrawn what they sent.'
    case 'expired':
      return 'What the applicant sent has lapsed. They can start again.'
    case 'draft':
      return 'The applicant hasn’t submitted anything yet.'
    default:
      return state satisfies never
  }
}

/** Whether its applicant is verified. */
export const isApproved = ({ state }: ReviewCase) => state === 'approved' || state === 'reverification_due'

/** The count is separate from the approver: "0 of 6 items reviewed by Ada" would say that she looked. */
function approvedText(approval: ReviewCase['approval'], by: string): string {
  const sentence = recordSentence(approval)
  return sentence === 'Approved' || !by ? sentence + by : `${sentence}. Approved${by}`
}

function suffix(at: string | null, by: string | null): string {
  return `${at ? ` on ${formatDateTime(at)}` : ''}${by ? ` by ${by}` : ''}`
}
