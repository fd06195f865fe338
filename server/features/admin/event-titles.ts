import { DocumentSlot, SLOT_LABELS } from '#contract/documents.ts'
import type { EventRow } from '#server/platform/database/schema/events.ts'

/** One line about an event of a case, for staff. `owner` is the name of the reviewer it was given to, if it was. */
export function eventTitle(event: Pick<EventRow, 'type' | 'subject' | 'after'>, owner?: string): string {
  const after = (event.after ?? {}) as { slot?: string; state?: string; round?: number }
  const slot = DocumentSlot.safeParse(after.slot).data
  const file = slot ? SLOT_LABELS[slot] : 'Document'
  switch (event.type) {
    case 'case.submitted':
      return after.round && after.round > 1
        ? `Submitted again (round ${after.round})`
        : 'Submitted for verification'
    case 'case.verdicts_saved':
      return 'Review saved'
    case 'case.approved':
      return 'Approved'
    case 'case.returned':
      return 'Sent back to the applicant'
    case 'case.rejected':
      return 'Rejected'
    case 'case.status_set':
      return `Status set to ${(after.state ?? 'unknown').replaceAll('_', ' ')}`
    case 'case.viewed':
      return 'Case opened'
    case 'case.claimed':
      return 'Claimed for review'
    case 'case.released':
      return 'Given back to the queue'
    case 'case.assigned':
      return owner ? `Assigned to ${owner}` : 'Assigned to nobody'
    case 'case.proposed':
      return 'Approval proposed to a second person'
    case 'case.proposal_declined':
      return 'Proposed approval declined'
    case 'case.proposal_voided':
      return 'Proposed approval void: the evidence has changed'
    case 'case.note_added':
      return 'Internal note written'
    case 'document.stored':
      return `${file} uploaded`
    case 'document.replaced':
      return `${file} replaced`
    case 'document.viewed':
      return `${file} viewed`
    case 'document.dates_set':
      return 'Document dates entered'
    case 'onboarding.completed':
      return 'Onboarding completed'
    case 'application.claimed':
      return 'Taken over from a visitor by this person'
    case 'mail.queued':
      return `Mail: ${(event.subject ?? '').replace(/^mail:/, '').replaceAll('-', ' ')}`
    case 'mail.failed':
      return 'A mail could not be delivered'
    default:
      return event.type
  }
}
