import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import { SLOT_LABELS } from '#contract/documents/documents.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { approvalRecord, peopleOfApproval, recordSentence } from '#domain/cases/approval-record.ts'
import type { Approval } from '#domain/cases/case.ts'
import { unnamed } from '#server/model/people/names.ts'
import type { EventRow } from '#server/model/schema/events.ts'
import { readTitle } from './read-titles.ts'

/** An event in one line, for staff. `names` has the names of the people it mentions. */
export function eventTitle(
  event: Pick<EventRow, 'type' | 'subject' | 'after'>,
  names: ReadonlyMap<number, string> = new Map(),
): string {
  const nameOf = (id: number) => names.get(id) ?? unnamed(id)
  const after = (event.after ?? {}) as {
    slot?: string
    look?: string
    /** For sign-in methods. */
    what?: string
    method?: string
    name?: string
    state?: string
    said?: string
    round?: number
    original?: boolean
    isAsRead?: boolean
    page?: number
    pages?: number
    matches?: number
    cases?: readonly number[]
    owner?: number | null
    approval?: Approval
  }
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
      return recordSentence(after.approval ? approvalRecord(after.approval, nameOf) : null)
    case 'case.returned':
      return 'Sent back to the applicant'
    case 'case.rejected':
      return 'Rejected'
    case 'case.status_set':
      return after.state ? `Status set to ${after.state.replaceAll('_', ' ')}` : 'Status set'
    case 'case.viewed':
      return 'Case opened'
    case 'case.claimed':
      return 'Claimed for review'
    case 'case.released':
      return 'Given back to the queue'
    case 'case.skipped':
      return 'Skipped, and given back to the queue'
    case 'case.assigned':
      return after.owner ? `Assigned to ${nameOf(after.owner)}` : event.after ? 'Unassigned' : 'Assigned'
    case 'case.proposed':
      return 'Approval proposed to a second person'
    case 'case.proposal_declined':
      return 'Proposed approval declined'
    case 'case.proposal_cancelled':
      return 'Proposed approval cancelled'
    case 'case.proposal_voided':
      return 'Proposed approval void: the evidence has changed'
    case 'case.decision_pending':
      return 'Decision made; it counts unless it’s undone'
    case 'case.decision_undone':
      return 'Decision undone before it counted'
    case 'case.decision_lapsed':
      return 'Decision not carried out: it no longer held'
    case 'case.note_added':
      return 'Internal note written'
    case 'document.stored':
      return `${file} uploaded`
    case 'document.replaced':
      return `${file} replaced`
    case 'document.undone':
      return `Upload of ${file} undone`
    case 'document.fetched':
      return `${file} sent to their browser`
    case 'document.refused':
      return `${file} refused: it isn’t the one that was uploaded`
    case 'document.downloaded':
      return `${file} downloaded`
    case 'document.viewed':
      // Downloads had this type before they had one of their own.
      if (after.original) return `${file} downloaded`
      return `${file} ${after.look === 'too_small' ? 'shown too small to read' : 'viewed'}${viewed(after)}`
    case 'document.dates_set':
      return after.isAsRead ? 'Document date accepted as read by machine' : 'Document dates entered'
    case 'document.read':
      if (after.state === 'failed') return `${file} could not be read by machine`
      return `${file} read by machine${after.state === 'nothing' ? ': nothing found' : ''}`
    case 'document.kept':
      return `${file} used although it was called poor`
    case 'auth.failed':
      if (after.what === 'provider') return 'Sign-in refused by the identity provider'
      return after.what === 'code' ? 'Sign-in failed: wrong code' : 'Sign-in failed: wrong password'
    case 'auth.method_added':
      return after.method === 'app-added' ? 'Authenticator app added' : `Passkey added: ${after.name}`
    case 'auth.method_removed':
      return after.method === 'app-removed' ? 'Authenticator app removed' : `Passkey removed: ${after.name}`
    case 'onboarding.completed':
      return 'Onboarding completed'
    case 'application.claimed':
      return 'Application claimed from a visitor'
    case 'screening.changed':
      return after.matches ? 'Screened: match found' : 'Screened: no match'
    case 'screening.done':
      return after.cases
        ? `${after.cases.length} cases screened against the sanctions lists in force`
        : 'Screened against the sanctions lists in force: nothing changed'
    case 'screening.match_proposed':
      return after.said === 'true'
        ? 'A screening match was called the listed one; a second person has to agree'
        : 'A screening match was called someone else; a second person has to agree'
    case 'screening.match_returned':
      return 'Two people did not agree on a screening match'
    case 'screening.match_decided':
      return after.state === 'true' ? 'A screening match was confirmed' : 'A screening match was dismissed'
    case 'admin.read':
      return slot ? `Read by an auditor: ${file}, as a small picture` : readTitle(event.subject)
    case 'mail.queued':
      return event.subject ? `Mail: ${mailText(event.subject)}` : 'Mail'
    case 'mail.failed':
      return event.subject
        ? `Mail could not be delivered: ${mailText(event.subject)}`
        : 'A mail could not be delivered'
    case 'mail.bounced':
      return `Mail bounced: ${mailText(event.subject ?? '')}`
    case 'mail.complained':
      return `Mail marked as spam: ${mailText(event.subject ?? '')}`
    case 'mail.suppressed':
      return `Mail not sent: ${mailText(event.subject ?? '')}`
    default:
      return OTHER_TITLES[event.type] ?? plainText(event.type)
  }
}

/** Titles of types whose own title depends on details. */
const TYPE_TITLES: Readonly<Record<string, string>> = {
  'auth.failed': 'Sign-in failed or refused',
  'auth.method_added': 'Passkey or authenticator app added',
  'auth.method_removed': 'Passkey or authenticator app removed',
  'case.assigned': 'Assigned or unassigned',
  'document.read': 'Reading of a document by machine',
  'mail.bounced': 'Mail bounced',
  'mail.complained': 'Mail marked as spam',
  'mail.failed': 'Mail could not be delivered',
  'mail.suppressed': 'Mail not sent',
  'screening.changed': 'Screened: match or no match',
  'screening.done': 'Screened against the sanctions lists in force',
  'screening.match_decided': 'A screening match was confirmed or dismissed',
  'screening.match_proposed': 'Someone said what a screening match is; a second person has to agree',
}

/** What is true of every event of a type, for a list of types. */
export function eventTypeTitle(type: string): string {
  return TYPE_TITLES[type] ?? eventTitle({ type, subject: null, after: null })
}

/** Titles that don't depend on details. */
const OTHER_TITLES: Readonly<Record<string, string>> = {
  'auth.signed_in': 'Signed in',
  'auth.signed_out': 'Signed out',
  'auth.denied': 'Refused: not allowed',
  'auth.recovery_codes_made': 'Recovery codes made',
  'auth.recovery_code_used': 'Signed in with a recovery code',
  'auth.session_moved': 'Session ended: another device used it',
  'auth.method_renamed': 'Passkey renamed',
  'auth.mismatch': 'Refused: acting for another account',
  'auth.sessions_ended': 'Sessions ended',
  'user.created': 'Account created',
  'user.type_chosen': 'User type chosen',
  'user.profile_updated': 'Profile changed',
  'user.email_changed': 'System email changed',
  'user.email_confirmed': 'System email confirmed',
  'user.role_granted': 'Role given',
  'user.role_proposed': 'Super admin proposed',
  'user.role_declined': 'Proposed super admin declined',
  'user.role_removed': 'Role taken',
  'user.investor_category_set': 'Investor category set',
  'consent.accepted': 'Text accepted',
  'consent.answered': 'Investor questions answered',
  'consent.expired': 'Statement ended',
  'consent.viewed': 'Statement read',
  'case.claim_lapsed': 'Claim lapsed: nothing was done for 30 minutes',
  'document.reason_given': 'Reason given for opening documents',
  'case.withdrawn': 'Withdrawn by the applicant',
  'case.started_again': 'Started again by the applicant',
  'case.confirmation_due': 'Asked to confirm the details',
  'case.confirmed': 'Details confirmed by the applicant',
  'user.suspended': 'Account suspended',
  'user.restored': 'Account restored',
  'user.change_proposed': 'Change of details proposed',
  'user.change_confirmed': 'Change of details confirmed',
  'user.change_declined': 'Change of details declined',
  'user.confirmation_resent': 'Confirmation email sent again by support',
  'application.resumed': 'Application opened by a code sent to its email',
  'application.reminded': 'Told that the application will be deleted',
  'case.admitted': 'Email confirmed: in the queue from now on',
  'user.reminders_stopped': 'Reminders stopped',
  'erasure.requested': 'Erasure asked for',
  'erasure.withdrawn': 'Erasure request cancelled',
  'erasure.refused': 'Erasure refused',
  'erasure.carried_out': 'Account erased',
  'complaint.made': 'Data-protection complaint made',
  'complaint.answered': 'Data-protection complaint answered',
  'complaint.closed': 'Data-protection complaint closed',
  'hold.set': 'Legal hold set',
  'hold.lifted': 'Legal hold lifted',
  'retention.ended': 'End of relationship recorded',
  'retention.purged': 'Kept records deleted',
  'export.requested': 'Copy of data asked for',
  'export.ready': 'Copy of data made',
  'export.downloaded': 'Copy of data downloaded',
  'export.refused': 'Copy of data refused: it isn’t the one that was made',
  'value.refused': 'Stored value refused: it isn’t the one that was saved',
  'admin.queue_viewed': 'Review queue looked at',
  'admin.user_viewed': 'User opened',
  'admin.users_searched': 'Users searched',
  'admin.search_viewed': 'People, companies and invoices searched',
  'users.exported': 'Users exported',
  'admin.activity_viewed': 'Sign-ins looked at',
  'admin.invitations_viewed': 'Invitations looked at',
  'admin.requests_viewed': 'Data requests looked at',
  'admin.bounces_viewed': 'People whose emails bounced looked at',
  'admin.audit_viewed': 'Audit log looked at',
  'admin.clients_viewed': 'Clients looked at',
  'admin.client_viewed': 'Client opened',
  'admin.invoices_viewed': 'Invoices looked at',
  'admin.invoice_viewed': 'Invoice opened',
  'audit.exported': 'Audit log exported',
  'audit.checked': 'Audit log checked',
  'retention.applied': 'Retention applied',
  'erasure.applied_again': 'Erasure carried out again after a restore',
  'dead_letter.sent_again': 'Failed work sent again',
  'dead_letter.dropped': 'Failed work dropped',
  'job.run_asked': 'Job started by hand',
  'job.paused': 'Job paused',
  'job.resumed': 'Job resumed',
  'maintenance.started': 'Maintenance started',
  'maintenance.ended': 'Maintenance ended',
  'files.swept': 'Files without a record moved or deleted',
  'files.restored': 'Deleted files restored',
  'files.store_adopted': 'File store linked to this installation',
  'sanctions.imported': 'Sanctions list imported',
  'sanctions.dropped': 'Sanctions list taken out of force',
  'screening.report_downloaded': 'Report on a screening match downloaded',
  'screening.trial_asked': 'Test of the screening started',
  'screening.settings_changed': 'Screening settings changed',
  'screening.viewed': 'Screening opened',
  'screening.account_held': 'Account suspended for a new screening match',
  'application.begun': 'Application started by a visitor',
  'application.removed': 'Visitor’s application deleted',
  'bug.reported': 'Problem reported',
  'client.changed': 'Client changed',
  'client.created': 'Client created',
  'client.user_attached': 'Person added to a client',
  'client.user_detached': 'Person removed from a client',
  'faces.told': 'Told that a machine compares their photos',
  'faces.compared': 'Selfie and ID photo compared by machine',
  'faces.by_people_only': 'Asked that only people compare their photos',
  'faces.by_machine_too': 'Agreed again that a machine compares their photos',
  'hand_off.started': 'Code for the phone made',
  'hand_off.mailed': 'Link for the phone mailed',
  'hand_off.opened': 'Phone connected',
  'hand_off.refused': 'Code for the phone refused: used, ended, too late or unknown',
  'hand_off.ended': 'Phone disconnected',
  'invitation.accepted': 'Invitation accepted',
  'invitation.resent': 'Invitation sent again',
  'invitation.sent': 'Invitation sent',
  'invitation.tracked': 'Invitation email tracked',
  'invoice.changed': 'Invoice draft changed',
  'invoice.copied': 'Invoice copied from the payment provider',
  'invoice.credited': 'Credit note issued',
  'invoice.deleted': 'Invoice draft deleted',
  'invoice.drafted': 'Invoice draft created',
  'invoice.issue_begun': 'Issue of an invoice started',
  'invoice.issued': 'Invoice issued',
  'invoice.mailed': 'Invoice emailed again',
  'invoice.marked_uncollectible': 'Invoice marked as uncollectible',
  'invoice.paid': 'Invoice paid',
  'invoice.part_paid': 'Part payment of an invoice',
  'invoice.payment_reversed': 'Payment recorded by mistake reversed',
  'invoice.refunded': 'Refund recorded',
  'invoice.voided': 'Invoice voided',
  'invoices.exported': 'Invoices exported',
  'payment.cancelled': 'Payment cancelled',
  'payment.failed': 'Payment failed',
  'payment.started': 'Payment started',
  'project.changed': 'Project changed',
  'project.created': 'Project created',
  'user.email_released': 'Unconfirmed system email released',
}

function mailText(subject: string): string {
  return subject.replace(/^mail:/, '').replaceAll('-', ' ')
}

/** Turns `invoice.marked_uncollectible` into "Invoice: marked uncollectible". */
function plainText(type: string): string {
  const words = type.replace('.', ': ').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A look at a document, for a list of all looks at it; null for other events, and those that don't say how it was shown. */
export function describedLook({
  type,
  subject,
  after,
}: Pick<EventRow, 'type' | 'subject' | 'after'>): ReviewCase['events'][number]['look'] | null {
  const { slot, look, ...shown } = (after ?? {}) as { slot?: string; look?: string; shownWidth?: number }
  if (type !== 'document.viewed' || !subject || shown.shownWidth === undefined) return null
  const named = DocumentSlot.safeParse(slot).data
  const [first = '', ...rest] = viewed(shown).replace(/^, /, '')
  const text = first.toUpperCase() + rest.join('')
  return {
    document: subject,
    title: `${named ? SLOT_LABELS[named] : 'Document'} viewed several times`,
    text: look === 'too_small' ? `${text}, too small to read` : text,
  }
}

/** Which page was shown, how wide and for how long; former releases recorded the page only. */
function viewed({ page, pages, shownWidth, shownMs }: Record<string, unknown>): string {
  const part = pages ? `, page ${page} of ${pages}` : ''
  if (typeof shownWidth !== 'number' || typeof shownMs !== 'number') return part
  return `${part}, ${shownWidth} pixels wide for ${secondsText(shownMs)}`
}

function secondsText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  if (seconds === 0) return 'less than a second'
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.floor(seconds / 60)} minutes`
}

/** The people whom an event's title mentions. */
export function peopleInTitle({ type, after }: Pick<EventRow, 'type' | 'after'>): number[] {
  const { owner, approval } = (after ?? {}) as { owner?: number | null; approval?: Approval }
  if (type === 'case.assigned') return owner ? [owner] : []
  return type === 'case.approved' ? peopleOfApproval(approval) : []
}
