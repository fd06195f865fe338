import { CONFIRM_SOON_DAYS } from '#contract/verification/case-limits.ts'
import type { IdReminderDay } from '#contract/verification/verification.ts'
import { caseReference } from '#domain/cases/case-reference.ts'
import { confirmByDate } from '#domain/cases/confirmation.ts'
import { idExpiryStep } from '#domain/cases/document-requirements.ts'
import { dayText } from '#domain/date-text.ts'
import {
  addDays,
  daysBetween,
  londonDate,
  londonMidnight,
  type PlainDate,
  parsePlainDate,
} from '#domain/plain-date.ts'
import { sendCaseNotice } from '#server/model/cases/case-notices.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { lockCase, lockCaseById, moveCase } from '#server/model/cases/cases.ts'
import { selectEnding, selectEndingOf } from '#server/model/cases/id-ends.sql.ts'
import { addresseeOf, queueRecordedMail } from '#server/model/mail/mail-person.ts'
import type { MailToQueue } from '#server/model/mail/mailer.ts'
import { giveNotice, givenBefore, type NoticeToGive } from '#server/model/mail/notices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countInTurn, eachInTurn, type JobProgress, unattended } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'
import { selectNearConfirmation } from './verification.sql.ts'

const LOOK_AHEAD_DAYS = 60

/** A night's result. */
export interface VerificationsReport {
  reminded: number
  due: number
}

/**
 * Maintains verifications: reminds of ID documents 60, 30 and 7 days before they expire, asks for confirmation
 * once one has, and sends a reminder of that a week before its deadline (cases, Before an ID expires).
 * A missed night is made up for; running twice, or concurrently, changes nothing more.
 */
export async function expireVerifications(
  services: Services,
  progress = unattended(services.log),
): Promise<VerificationsReport> {
  const { database } = services
  // First, so that no one is asked and reminded in the same night.
  const report = { reminded: await remindToConfirm(services, progress), due: 0 }
  const lookAt = async ({ id, due }: Ending) => {
    if (!due) return false
    const { step, day } = due
    const isExpired = step === 'expired'
    const isDone = await database.transaction((tx) =>
      isExpired ? askToConfirm(services, tx, id) : remind(services, tx, id, day, step),
    )
    if (isDone) report[isExpired ? 'due' : 'reminded']++
    return isDone
  }
  await eachInTurn(progress, 'documents', {
    page: endingSoon(services),
    work: lookAt,
    failed: 'A person’s ID document could not be checked',
  })
  return report
}

/** How many people are to be reminded or asked. */
export async function countVerifications(services: Looking): Promise<number> {
  return (
    (await countToRemind(services)) + (await countInTurn(endingSoon(services), ({ due }) => due !== null))
  )
}

type Looking = Pick<Services, 'database' | 'now'>

interface Ending {
  id: number
  /** Null if it is too early, or this reminder was given before. */
  due: { step: IdReminderDay | 'expired'; day: PlainDate } | null
}

/** Approved people whose ID document has expired or expires within days, with what is due. */
function endingSoon({ database, now }: Looking) {
  const at = now()
  const lastDay = addDays(londonDate(at), LOOK_AHEAD_DAYS)
  return async (after = '0', size: number): Promise<Ending[]> => {
    const { rows } = await selectEnding(database.pool, [after, size, lastDay])
    const ending = rows.map(({ id, expiresOn }) => {
      const day = parsePlainDate(expiresOn)
      const step = day && idExpiryStep(day, at)
      return { id: Number(id), due: day && step ? { step, day } : null }
    })
    const reminders = ending.flatMap(({ id, due }) =>
      due && due.step !== 'expired' ? [{ userId: id, key: reminderKey(due.day, due.step) }] : [],
    )
    const given = new Set([...(await givenBefore(database.db, reminders))].map(({ userId }) => userId))
    return ending.map(({ id, due }) => ({ id, due: given.has(id) ? null : due }))
  }
}

const reminderKey = (expiresOn: PlainDate, step: IdReminderDay) => `id-expiring:${expiresOn}:${step}`

/** Returns false if this reminder was given before. */
async function remind(
  services: Services,
  tx: Db,
  userId: number,
  expiresOn: PlainDate,
  day: IdReminderDay,
): Promise<boolean> {
  const at = services.now()
  const daysLeft = daysBetween(londonDate(at), expiresOn)
  const lastDay = dayText(expiresOn, services.config.dateStyle)
  const notice = {
    title: 'Your ID document expires soon',
    detail: `It is valid until ${lastDay}. Renew it in time.`,
    path: '/profile?tab=documents',
    userId,
    key: reminderKey(expiresOn, day),
    at,
  }
  return remindOnce(services, tx, notice, (name, envelope) => ({
    kind: 'id-document-expiring',
    props: { name, expiresOn: lastDay, daysLeft },
    ...envelope,
  }))
}

/** Gives a notice once per key, and emails people who can be reached; returns false if that was done before. */
async function remindOnce(
  services: Services,
  tx: Db,
  notice: NoticeToGive,
  mailTo: (name: string | null, envelope: Envelope) => MailToQueue & Envelope,
): Promise<boolean> {
  const { userId, key, at } = notice
  const isNew = await giveNotice(tx, notice)
  const addressee = await addresseeOf(tx, userId)
  if (!isNew || !addressee) return isNew
  const { name, to } = addressee
  return queueRecordedMail(services, tx, mailTo(name, { to, userId, messageKey: `${key}:${userId}`, at }))
}

type Envelope = Pick<MailToQueue, 'to' | 'userId' | 'messageKey'> & { at: Date }

/** Returns false if someone was faster: a reviewer who set another date, or another run. */
async function askToConfirm(services: Services, tx: Db, userId: number): Promise<boolean> {
  const at = services.now()
  const stored = await lockCase(tx, userId, 'consumer')
  const { rows } = await selectEndingOf(tx, [userId])
  const expiresOn = parsePlainDate(rows[0]?.expiresOn ?? '')
  if (stored?.current.state !== 'approved' || !expiresOn || idExpiryStep(expiresOn, at) !== 'expired')
    return false
  const moved = await moveCase(
    tx,
    stored,
    {
      type: 'mark_reverification_due',
      actor: { kind: 'system' },
      confirmBy: confirmByDate(at),
    },
    casePolicyOf(services.config),
    at,
    undefined,
  )
  await sendCaseNotice(services, tx, { before: stored, after: moved })
  return true
}

/** Reminds people who haven't confirmed a week before their deadline, once; returns how many. */
async function remindToConfirm(services: Services, progress: JobProgress): Promise<number> {
  return eachInTurn(progress, 'reminded', {
    page: near(services),
    work: async ({ id, hasExpired, isGiven }) => !isGiven && remindPerson(services, id, hasExpired),
    failed: 'A reminder to confirm could not be sent',
  })
}

/** How many are to be reminded. */
function countToRemind(services: Pick<Services, 'database' | 'now'>): Promise<number> {
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
      key: confirmReminderKey(Number(id), confirmBy),
    }))
    const given = await givenBefore(database.db, people)
    return people.map((person) => ({ ...person, isGiven: given.has(person) }))
  }
}

const confirmReminderKey = (caseId: number, confirmBy: Date) =>
  `confirm-reminder:${caseId}:${londonDate(confirmBy)}`

/** Returns false if the person has confirmed meanwhile, or was reminded before. */
async function remindPerson(services: Services, caseId: number, hasExpired: boolean): Promise<boolean> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const stored = await lockCaseById(tx, caseId)
    const confirmBy = stored?.current.confirmBy
    if (stored?.current.state !== 'reverification_due' || !confirmBy) return false
    const notice = {
      title: 'Your details are not confirmed yet',
      detail: `Please confirm them by ${dayText(confirmBy, services.config.dateStyle)}.`,
      path: '/verification/confirm',
      userId: stored.userId,
      key: confirmReminderKey(caseId, confirmBy),
      at,
    }
    return remindOnce(services, tx, notice, (name, envelope) => ({
      kind: 'verification-confirm-due',
      props: { name, applicationId: caseReference(caseId), confirmBy, hasExpired },
      caseId,
      ...envelope,
    }))
  })
}
