import type { ItemKey } from '#contract/cases.ts'
import { SLOT_LABELS } from '#contract/documents.ts'
import { type ApplicantNotice, applicantItems, noticeFor } from '#domain/case-view.ts'
import type { Db } from '#server/platform/database/database.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import type { ItemToMend, MailKind, MailProps } from '#server/platform/mail/mail-kinds.ts'
import type { Services } from '#server/services.ts'
import type { StoredCase } from './cases.ts'
import { addresseeOf } from './mail-address.ts'

const DATA_LABELS: Partial<Record<ItemKey, string>> = {
  name: 'Name',
  birth_date: 'Date of Birth',
  address: 'Address',
  registration: 'Company registration',
  settlement: 'Settlement details',
}

/** How people call an item of a case. */
export function itemLabel(item: ItemKey): string {
  if (item in SLOT_LABELS) return SLOT_LABELS[item as keyof typeof SLOT_LABELS]
  return DATA_LABELS[item] ?? (item.startsWith('owner:') ? 'Beneficial owner' : 'Representative')
}

/**
 * Sends the one mail that a change of state owes the applicant, in the transaction of the change (cases.md, Notices).
 * The key names case and version, so a repeated change sends nothing twice.
 */
export async function sendCaseNotice(
  services: Services,
  tx: Db,
  change: { before: StoredCase; after: StoredCase; profileId: number | undefined },
): Promise<void> {
  const { before, after } = change
  const notice = noticeFor({
    before: before.record.state,
    after: after.record.state,
    round: after.record.round,
  })
  if (!notice) return
  const addressee = await addresseeOf(tx, after.userId)
  if (!addressee) return
  const mail = mailOf(notice, {
    name: addressee.name,
    applicationId: String(change.profileId ?? after.id),
    after,
  })
  if (!mail) return
  const at = services.now()
  const isNew = await services.mailer.queue(tx, {
    ...mail,
    to: addressee.to,
    userId: after.userId,
    messageKey: `case:${after.id}:${after.record.version}`,
    at,
  })
  if (!isNew) return
  await recordEvent(tx, {
    at,
    type: 'mail.queued',
    actor: { kind: 'system' },
    userId: after.userId,
    caseId: after.id,
    subject: `mail:${mail.kind}`,
  })
}

type CaseMail = {
  [K in MailKind]: { kind: K; props: MailProps[K] }
}[MailKind]

function mailOf(
  notice: ApplicantNotice,
  about: { name: string | null; applicationId: string; after: StoredCase },
): CaseMail | undefined {
  const { name, applicationId, after } = about
  switch (notice) {
    case 'submitted':
    case 'resubmitted':
      return {
        kind: 'verification-submitted',
        props: { name, applicationId, dueAt: after.record.dueAt ?? after.record.submittedAt ?? new Date(0) },
      }
    case 'approved':
      return { kind: 'verification-approved', props: { name, applicationId } }
    case 'needs_resubmission':
      return {
        kind: 'verification-action-required',
        props: { name, applicationId, items: itemsToMend(after) },
      }
    case 'rejected':
      return { kind: 'verification-rejected', props: { name, applicationId } }
    case 'reopened':
      return { kind: 'verification-reopened', props: { name, applicationId } }
    case 'reverification_due':
    case 'withdrawn':
      // Sent by the jobs that cause them, which come with the administration of cases.
      return undefined
    default:
      return notice satisfies never
  }
}

function itemsToMend(stored: StoredCase): ItemToMend[] {
  return applicantItems(stored.record)
    .filter((item) => item.status === 'returned')
    .flatMap((item) =>
      item.reasons.map(({ wrong, right }) => ({
        label: itemLabel(item.key),
        problem: wrong,
        remedy: right,
        path: '/onboarding/consumer',
      })),
    )
}
