import { CONFIRM_SOON_DAYS } from '#contract/reverification.ts'
import { dayText } from '#domain/date-text.ts'
import { addDays, londonDate, londonMidnight } from '#domain/plain-date.ts'
import { eachInTurn } from '#server/platform/jobs/in-batches.ts'
import type { Progress } from '#server/platform/jobs/progress.ts'
import { lockCaseById } from '#server/records/cases/cases.ts'
import { findKycProfile } from '#server/records/cases/kyc-profiles.ts'
import { addresseeOf } from '#server/records/mail/mail-address.ts'
import { giveNotice } from '#server/records/mail/notices.ts'
import { queueRecordedMail } from '#server/records/mail/recorded-mail.ts'
import type { Services } from '#server/services.ts'

/** Who was asked to confirm by a day that is near, and whether a document of theirs has ended. */
const NEAR = `
  select c.id, exists (
    select 1 from documents d
    where d.user_id = c.user_id and d.kind = 'consumer' and d.superseded_at is null and d.expires_on < $5
  ) as "hasExpired"
  from cases c join users u on u.id = c.user_id and u.disabled_at is null
  where c.kind = 'consumer' and c.state = 'reverification_due' and c.confirm_by >= $3 and c.confirm_by < $4
    and c.id > $1 order by c.id limit $2`

/** Reminds those who have not confirmed a week before the day they were asked to, once; returns how many. */
export async function remindToConfirm(services: Services, progress: Progress): Promise<number> {
  const today = londonDate(services.now())
  const until = londonMidnight(addDays(today, CONFIRM_SOON_DAYS + 1))
  const page = async (after = '0', size: number) => {
    const values = [after, size, londonMidnight(today), until, today]
    return (await services.database.pool.query<{ id: string; hasExpired: boolean }>(NEAR, values)).rows
  }
  return eachInTurn(progress, 'reminded', {
    page,
    work: ({ id, hasExpired }) => remind(services, Number(id), hasExpired),
    failed: 'A reminder to confirm could not be sent',
  })
}

/** Returns false where someone has confirmed meanwhile, or was reminded before. */
async function remind(services: Services, caseId: number, hasExpired: boolean): Promise<boolean> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const stored = await lockCaseById(tx, caseId)
    const confirmBy = stored?.record.confirmBy
    if (stored?.record.state !== 'reverification_due' || !confirmBy) return false
    const { userId } = stored
    const key = `confirm-reminder:${caseId}:${londonDate(confirmBy)}`
    const isNew = await giveNotice(tx, {
      title: 'Your details are not confirmed yet',
      detail: `Please confirm them by ${dayText(confirmBy, services.config.dateStyle)}.`,
      path: '/verification/confirm',
      userId,
      key,
      at,
    })
    const addressee = await addresseeOf(tx, userId)
    const profile = await findKycProfile(tx, userId)
    if (!isNew || !addressee || !profile) return isNew
    return queueRecordedMail(services, tx, {
      kind: 'verification-confirm-due',
      props: { name: addressee.name, applicationId: String(profile.id), confirmBy, hasExpired },
      to: addressee.to,
      userId,
      caseId,
      messageKey: `${key}:${userId}`,
      at,
    })
  })
}
