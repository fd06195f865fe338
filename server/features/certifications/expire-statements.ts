import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import {
  INVESTOR_CERTIFICATION_TYPE,
  STATEMENT_REMINDER_DAYS,
} from '#contract/certifications/investor-rules.ts'
import { reminderDue } from '#domain/investors/statement-expiry.ts'
import { requiresCertification, storedUserType } from '#domain/onboarding/user-type.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import {
  categoryOfName,
  currentCertifications,
  heldCertifications,
  isInForce,
  storeInvestorCategory,
} from '#server/model/certifications/certifications.ts'
import {
  noticeKey,
  type StatementNotice,
  sendStatementNotice,
} from '#server/model/certifications/statement-notices.ts'
import { givenBefore } from '#server/model/mail/notices.ts'
import { lockUser, suspendType } from '#server/model/people/user-type.ts'
import { type CertificationRow, certifications } from '#server/model/schema/certifications.ts'
import { users } from '#server/model/schema/users.ts'
import { countInTurn, eachInTurn, type JobProgress, unattended } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'
import { selectWithoutStatement } from './certifications.sql.ts'

type StatementServices = Pick<Services, 'config' | 'database' | 'mailer' | 'now' | 'log'>

/** A night's result. */
export interface StatementsReport {
  reminded: number
  ended: number
}

/**
 * Maintains statements (choices §4.3): reminds of those that end soon, and takes trader and investor types out of
 * force whose statement has ended. A missed night is made up for; running twice changes nothing more.
 */
export async function expireStatements(
  services: StatementServices,
  progress = unattended(services.log),
): Promise<StatementsReport> {
  return { reminded: await remindAll(services, progress), ended: await endAll(services, progress) }
}

/** The number of due reminders, and of people with an ended statement. */
export async function countStatements(services: StatementServices): Promise<number> {
  const reminders = await countInTurn(endingSoon(services), ({ notice }) => notice !== undefined)
  return reminders + (await countInTurn(withoutStatement(services)))
}

interface Ending {
  id: number
  userId: number
  /** Undefined if there is nothing to say, or it was said before. */
  notice: Extract<StatementNotice, { kind: 'ending' }> | undefined
}

function remindAll(services: StatementServices, progress: JobProgress): Promise<number> {
  return eachInTurn(progress, 'reminded', {
    page: endingSoon(services),
    work: (ending) => remind(services, ending),
    failed: 'The end of a statement could not be announced',
  })
}

/** Statements that end within the first reminder's period, each with the reminder that is due, if any. */
function endingSoon({ database, now }: StatementServices) {
  const at = now()
  const last = new Date(at.getTime() + (STATEMENT_REMINDER_DAYS[0] + 1) * DAY_MS)
  const noticeOf = (expiresAt: Date | null): Ending['notice'] => {
    const reminder = expiresAt && reminderDue(expiresAt, at)
    return reminder ? { kind: 'ending', reminder } : undefined
  }
  return async (after = '0', size: number): Promise<Ending[]> => {
    const ending = await database.db
      .select({ id: certifications.id, userId: certifications.userId, expiresAt: certifications.expiresAt })
      .from(certifications)
      .innerJoin(users, eq(users.id, certifications.userId))
      .where(
        and(
          eq(certifications.certificationType, INVESTOR_CERTIFICATION_TYPE),
          isNull(certifications.supersededAt),
          gt(certifications.expiresAt, at),
          lte(certifications.expiresAt, last),
          isNull(users.disabledAt),
          gt(certifications.id, Number(after)),
        ),
      )
      .orderBy(certifications.id)
      .limit(size)
    const due = ending.flatMap(({ id, userId, expiresAt }) => {
      const notice = noticeOf(expiresAt)
      return notice ? [{ id, userId, notice, key: noticeKey({ id }, notice) }] : []
    })
    const given = await givenBefore(database.db, due)
    const notices = new Map(due.filter((ending) => !given.has(ending)).map(({ id, notice }) => [id, notice]))
    return ending.map(({ id, userId }) => ({ id, userId, notice: notices.get(id) }))
  }
}

/** Returns false if there is nothing to say, or the statement was renewed between the query and the lock. */
async function remind(
  { config, database, mailer, now }: StatementServices,
  { id, userId, notice }: Ending,
): Promise<boolean> {
  if (!notice) return false
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    const row = (await currentCertifications(tx, userId)).find((held) => held.id === id)
    if (row) await sendStatementNotice({ config, mailer, now }, tx, user, row, notice)
    return row !== undefined
  })
}

/** People whose category in force, or flag, isn't covered by a statement any more. */
function withoutStatement({ database, now }: StatementServices) {
  const at = now()
  return async (after = '0', size: number) =>
    (await selectWithoutStatement(database.pool, [after, size, at])).rows
}

function endAll(services: StatementServices, progress: JobProgress): Promise<number> {
  return eachInTurn(progress, 'ended', {
    page: withoutStatement(services),
    work: ({ id }) => endFor(services, Number(id)),
    failed: 'A statement that has ended could not be taken out of force',
  })
}

/**
 * Takes what an ended statement covered out of force: the category, unless another statement replaces it; and
 * with the last statement the flags, while the type itself becomes pending. Returns false if nothing has ended.
 */
function endFor({ config, database, mailer, now }: StatementServices, userId: number): Promise<boolean> {
  const at = now()
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    const rows = await currentCertifications(tx, userId)
    const statements = rows.filter((row) => categoryOfName(row.certificationName))
    // Signed between the query and the lock.
    const nowCounts = statements.find((row) => isInForce(row, at))
    const ended = endedOf(statements, user.investorCategory)
    if (ended && isInForce(ended, at)) return false

    const stamp = { actor: { kind: 'system' as const }, at }
    await storeInvestorCategory(
      tx,
      user,
      nowCounts ? categoryOfName(nowCounts.certificationName) : null,
      stamp,
    )
    const type = storedUserType(user.userType)
    if (type && requiresCertification(type, heldCertifications(rows), at)) await suspendType(tx, user, at)
    if (!ended) return true
    await recordEvent(tx, {
      ...stamp,
      type: 'consent.expired',
      userId,
      subject: `certification:${ended.id}`,
      after: { name: ended.certificationName, expiresAt: ended.expiresAt },
    })
    if (user.disabledAt === null)
      await sendStatementNotice({ config, mailer, now }, tx, user, ended, { kind: 'ended', nowCounts })
    return true
  })
}

/** The statement of the category that was in force. */
function endedOf(rows: readonly CertificationRow[], category: string | null): CertificationRow | undefined {
  return rows.find((row) => categoryOfName(row.certificationName) === category)
}
