import type { ActingUser } from '#domain/roles/acting-user.ts'
import { changeText } from '#server/model/live/told-changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { insertEvent } from '#server/platform/ledger/ledger.sql.ts'

/** Everything the ledger knows how to name (cases, Events and evidence; security R24). */
export type EventType =
  | 'auth.signed_in'
  | 'auth.signed_out'
  | 'auth.denied'
  | 'auth.failed'
  | 'auth.mismatch'
  | 'auth.method_added'
  | 'auth.method_removed'
  | 'auth.method_renamed'
  | 'auth.recovery_codes_made'
  | 'auth.recovery_code_used'
  | 'auth.session_moved'
  | 'user.created'
  | 'user.type_chosen'
  | 'user.profile_updated'
  | 'user.email_changed'
  | 'user.email_confirmed'
  | 'screening.account_held'
  | 'user.suspended'
  | 'user.restored'
  | 'user.change_proposed'
  | 'user.change_confirmed'
  | 'user.change_declined'
  | 'user.confirmation_resent'
  | 'user.reminders_stopped'
  | 'user.email_released'
  | 'auth.sessions_ended'
  | 'user.role_granted'
  | 'user.role_proposed'
  | 'user.role_declined'
  | 'user.role_removed'
  | 'user.investor_category_set'
  | 'consent.accepted'
  | 'consent.answered'
  | 'consent.expired'
  | 'consent.viewed'
  | 'document.stored'
  | 'document.replaced'
  | 'document.fetched'
  | 'document.refused'
  | 'document.downloaded'
  | 'document.viewed'
  | 'document.reason_given'
  | 'document.dates_set'
  | 'document.kept'
  | 'hand_off.started'
  | 'hand_off.opened'
  | 'hand_off.refused'
  | 'hand_off.ended'
  | 'case.submitted'
  | 'case.status_set'
  | 'case.verdicts_saved'
  | 'case.approved'
  | 'case.decision_pending'
  | 'case.decision_undone'
  | 'case.decision_lapsed'
  | 'case.returned'
  | 'case.rejected'
  | 'case.withdrawn'
  | 'case.started_again'
  | 'case.viewed'
  | 'case.confirmation_due'
  | 'case.confirmed'
  | 'case.claimed'
  | 'case.released'
  | 'case.skipped'
  | 'case.claim_lapsed'
  | 'case.assigned'
  | 'case.proposed'
  | 'case.proposal_declined'
  | 'case.proposal_voided'
  | 'case.note_added'
  | 'onboarding.completed'
  | 'bug.reported'
  | 'application.begun'
  | 'application.resumed'
  | 'case.admitted'
  | 'application.reminded'
  | 'application.claimed'
  | 'application.removed'
  | 'mail.queued'
  | 'mail.failed'
  | 'mail.bounced'
  | 'mail.complained'
  | 'mail.suppressed'
  | 'export.requested'
  | 'export.ready'
  | 'export.downloaded'
  | 'export.refused'
  | 'value.refused'
  | 'client.created'
  | 'client.changed'
  | 'client.user_attached'
  | 'client.user_detached'
  | 'project.created'
  | 'project.changed'
  | 'invoice.drafted'
  | 'invoice.changed'
  | 'invoice.deleted'
  | 'invoice.issue_begun'
  | 'invoice.issued'
  | 'invoice.paid'
  | 'invoice.part_paid'
  | 'invoice.credited'
  | 'invoice.refunded'
  | 'invoice.voided'
  | 'invoice.marked_uncollectible'
  | 'invoice.copied'
  | 'invoice.mailed'
  | 'invoices.exported'
  | 'users.exported'
  | 'payment.started'
  | 'payment.failed'
  | 'payment.cancelled'
  | 'invitation.sent'
  | 'invitation.resent'
  | 'invitation.tracked'
  | 'invitation.accepted'
  | 'sanctions.imported'
  | 'sanctions.dropped'
  | 'screening.changed'
  | 'screening.done'
  | 'screening.viewed'
  | 'screening.match_proposed'
  | 'screening.match_returned'
  | 'screening.match_decided'
  | 'screening.report_downloaded'
  | 'screening.trial_asked'
  | 'screening.settings_changed'
  | 'erasure.requested'
  | 'erasure.withdrawn'
  | 'erasure.refused'
  | 'erasure.carried_out'
  | 'erasure.applied_again'
  | 'complaint.made'
  | 'complaint.answered'
  | 'complaint.closed'
  | 'hold.set'
  | 'hold.lifted'
  | 'retention.applied'
  | 'dead_letter.sent_again'
  | 'dead_letter.dropped'
  | 'job.run_asked'
  | 'job.paused'
  | 'job.resumed'
  | 'maintenance.started'
  | 'maintenance.ended'
  | 'files.swept'
  | 'files.restored'
  | 'files.store_adopted'
  | 'retention.ended'
  | 'retention.purged'
  | 'admin.read'
  | 'admin.user_viewed'
  | 'admin.users_searched'
  | 'admin.queue_viewed'
  | 'admin.search_viewed'
  | 'admin.activity_viewed'
  | 'admin.invitations_viewed'
  | 'admin.requests_viewed'
  | 'admin.audit_viewed'
  | 'admin.clients_viewed'
  | 'admin.client_viewed'
  | 'admin.invoices_viewed'
  | 'admin.invoice_viewed'
  | 'audit.exported'
  | 'audit.checked'

export interface LedgerEvent {
  at: Date
  type: EventType
  actor: ActingUser
  /** Whose record this belongs to. */
  userId?: number
  caseId?: number
  /** The thing concerned, such as `document:…`. */
  subject?: string
  before?: unknown
  after?: unknown
  reasons?: string[]
  note?: string
  origin?: Origin
}

/**
 * Appends an event in the caller's transaction: what is saved is recorded, and nothing else (architecture, rules). Pages that show
 * what it changes hear of it after the commit.
 */
export async function recordEvent(tx: Db, event: LedgerEvent): Promise<void> {
  await insertEvent(tx, [
    event.at,
    event.type,
    event.actor.kind,
    event.actor.id,
    event.userId,
    event.caseId,
    event.subject,
    event.before === undefined ? null : JSON.stringify(event.before),
    event.after === undefined ? null : JSON.stringify(event.after),
    event.reasons,
    event.note,
    event.origin?.ip,
    event.origin?.requestId,
    changeText(event.type, event.userId),
  ])
}
