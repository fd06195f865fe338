import { CHANGE_SUBJECTS, type ChangeSubject, type LiveChange } from '#domain/live/live-topics.ts'
import type { EventType } from '#server/model/audit/event-type.ts'

/** What each event changes for open pages; events that aren't listed change no page that stays open. */
const ABOUT: Readonly<Partial<Record<EventType, ChangeSubject>>> = {
  'case.submitted': 'case',
  'case.status_set': 'case',
  'case.approved': 'case',
  'case.returned': 'case',
  'case.rejected': 'case',
  'case.withdrawn': 'case',
  'case.started_again': 'case',
  'case.confirmation_due': 'case',
  'case.confirmed': 'case',
  'case.claimed': 'case',
  'case.released': 'case',
  'case.admitted': 'case',
  'document.stored': 'case',
  'document.replaced': 'case',
  'document.undone': 'case',
  // Reviewers' intermediate verdicts are private until the decision, even that they exist.
  'case.verdicts_saved': 'work',
  'case.decision_pending': 'work',
  'case.decision_undone': 'work',
  'case.decision_lapsed': 'work',
  'case.skipped': 'work',
  'case.claim_lapsed': 'work',
  'case.assigned': 'work',
  'case.proposed': 'work',
  'case.proposal_declined': 'work',
  'case.proposal_cancelled': 'work',
  'case.proposal_voided': 'work',
  'case.note_added': 'work',
  'document.dates_set': 'work',
  'document.read': 'work',
  'faces.compared': 'work',
  'screening.match_proposed': 'work',
  'screening.match_returned': 'work',
  'screening.match_decided': 'work',
  'user.type_chosen': 'account',
  'user.profile_updated': 'account',
  'user.email_changed': 'account',
  'user.email_confirmed': 'account',
  'user.change_confirmed': 'account',
  'user.investor_category_set': 'account',
  'consent.accepted': 'account',
  'consent.expired': 'account',
  'onboarding.completed': 'account',
  'auth.signed_in': 'access',
  'auth.signed_out': 'access',
  'auth.sessions_ended': 'access',
  'auth.session_moved': 'access',
  'user.suspended': 'access',
  'user.restored': 'access',
  'user.role_granted': 'access',
  'user.role_removed': 'access',
  'erasure.carried_out': 'access',
  'client.created': 'billing',
  'client.changed': 'billing',
  'invoice.drafted': 'billing',
  'invoice.changed': 'billing',
  'invoice.deleted': 'billing',
  'invoice.issue_begun': 'billing',
  'invoice.issued': 'billing',
  'invoice.paid': 'billing',
  'invoice.part_paid': 'billing',
  'invoice.credited': 'billing',
  'invoice.refunded': 'billing',
  'invoice.voided': 'billing',
  'invoice.marked_uncollectible': 'billing',
  'payment.failed': 'billing',
  'payment.cancelled': 'billing',
  'export.ready': 'exports',
}

/**
 * The announcement of an event to listeners, in its transaction: a subject and whose it is; null if there is
 * nothing to announce.
 */
export function changeText(type: EventType, userId: number | undefined): string | null {
  const about = ABOUT[type]
  return about ? `${about} ${userId ?? ''}` : null
}

/** Parses an announcement; undefined for another release's. */
export function readChange(said: string): LiveChange | undefined {
  const [about, id] = said.split(' ')
  const subject = CHANGE_SUBJECTS.find((each) => each === about)
  return subject && { about: subject, userId: id ? Number(id) : undefined }
}
