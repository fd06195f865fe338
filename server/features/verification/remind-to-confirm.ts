import { CONFIRM_SOON_DAYS } from '#contract/verification/verification.ts'
import { caseReference } from '#domain/cases/case-reference.ts'
import { dayText } from '#domain/date-text.ts'
import { addDays, londonDate, londonMidnight } from '#domain/plain-date.ts'
import { lockCaseById } from '#server/model/cases/cases.ts'
import { addresseeOf, queueRecordedMail } from '#server/model/mail/mail-person.ts'
import { giveNotice, givenBefore } from '#server/model/mail/notices.ts'
import { countInTurn, eachInTurn, type JobProgress } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'
import { selectNearConfirmation } from './verification.sql.ts'

/** Reminds those who have not confirmed a week before the day they were asked to, once; returns how many. */
export async function remindToConfirm(services: Services, progress: JobProgress): Promise<number> {
  return eachInTurn(progress, 'reminded', {
    page: near(services),
    work: async ({ id, hasExpired, isGiven }) => !isGiven && remind(services, id, hasExpired),
    failed: 'A reminder to confirm could not be sent',
  })
}

/** How many are to be reminded. */
export function countToRemind(services: Pick<Services, 'database' | 'now'>): Promise<number> {
  return countInTurn(near(services), ({ isGiven }) => !isGiven)
}

function near({ database, now }: Pick<Services, 'database' | 'now'>) {
  const today = londonDate(now())
  const until = londonMidnight(addDays(today, CONFIRM_SOON_DAYS + 1))
  return async (after = '0', size: number) => {
    const { rows } = await selectNearConfirmation(database.pool, [
      after,
      size,
      londonMidnight(today),
      until,
      today,
    ])
    const people = rows.map(({ id, userId, confirmBy, hasExpired }) => ({
      id: Number(id),
      hasExpired,
      userId: Number(userId),
      key: reminderKey(Number(id), confirmBy),
    }))
    const given = await givenBefore(database.db, people)
    return people.map((person) => ({ ...person, isGiven: given.has(person) }))
  }
}

const reminderKey = (caseId: number, confirmBy: Date) => `confirm-reminder:${caseId}:${londonDate(confirmBy)}`

/** Returns false where someone has confirmed meanwhile, or was reminded before. */
async function remind(services: Services, caseId: number, hasExpired: boolean): Promise<boolean> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const stored = await lockCaseById(tx, caseId)
    const confirmBy = stored?.current.confirmBy
    if (stored?.current.state !== 'reverification_due' || !confirmBy) return false
    const { userId } = stored
    const key = reminderKey(caseId, confirmBy)
    const isNew = await giveNotice(tx, {
      title: 'Your details are not confirmed yet',
      detail: `Please confirm them by ${dayText(confirmBy, services.config.dateStyle)}.`,
      path: '/verification/confirm',
      userId,
      key,
      at,
    })
    const addressee = await addresseeOf(tx, userId)
    if (!isNew || !addressee) return isNew
    return queueRecordedMail(services, tx, {
      kind: 'verification-confirm-due',
      props: { name: addressee.name, applicationId: caseReference(caseId), confirmBy, hasExpired },
      to: addressee.to,
      userId,
      caseId,
      messageKey: `${key}:${userId}`,
      at,
    })
  })
}
