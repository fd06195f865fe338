import { eq } from 'drizzle-orm'
import { addMonths, londonDate, londonMidnight } from '#domain/plain-date.ts'
import { PROOF_YEARS, retainUntil, retentionGround } from '#domain/privacy/retention.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { writeErasureNotes } from '#server/model/people/erasure-notes.ts'
import { isOnLegalHold, relationshipOf } from '#server/model/people/relationships.ts'
import { removePerson } from '#server/model/people/remove-person.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { cases } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  countUpToLimit,
  eachInTurn,
  type JobProgress,
  removeInBatches,
  unattended,
} from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'
import { eraseAccount } from './erase-account.ts'
import {
  insertRetentionRecord,
  NOT_HELD,
  selectClosed,
  selectOver,
  selectUnused,
  storePurge,
  storeRemoved,
} from './privacy.sql.ts'

type RetentionServices = Pick<Services, 'database' | 'config' | 'files' | 'mailer' | 'now' | 'log'>

/** Records of accounts that were closed and reopened. */
const REOPENED = `d.erased_at is null
  and exists (select from users u where u.id = d.user_id and u.disabled_at is null)`
/** A night's result. */
export interface RecordsReport {
  /** Relationships whose end was recorded. */
  ended: number
  /** People whose kept records were deleted. */
  purged: number
  /** Accounts that were unused for too long. */
  unused: number
  /** Answered requests and complaints that were old enough. */
  answered: number
}

/**
 * Deletes what has been kept for its period (law §3.1): records which relationships ended, and purges expired
 * records and the accounts of people who never became customers and stay away. A legal hold stops it. A missed
 * night is made up for; running twice, or concurrently, changes nothing more.
 */
export async function deleteOutdatedRecords(
  services: RetentionServices,
  progress = unattended(services.log),
): Promise<RecordsReport> {
  const at = services.now()
  await removeInBatches(services.database, progress, 'reopened', {
    table: 'retention_records',
    where: REOPENED,
    values: [],
  })
  const { pool } = services.database
  const monthsAgo = (months: number) => londonMidnight(addMonths(londonDate(at), -months))
  const proofUntil = monthsAgo(12 * Math.max(PROOF_YEARS, services.config.retention.customerYears))
  const report = {
    ended: await eachOf(services, progress, 'ended', (...page) => selectClosed(pool, page), startRetention),
    purged: await eachOf(services, progress, 'purged', (...page) => selectOver(pool, [...page, at]), purge),
    unused: await eachOf(
      services,
      progress,
      'unused',
      (...page) => selectUnused(pool, [...page, monthsAgo(services.config.retention.applicantMonths)]),
      removeUnused,
    ),
    answered: await removeAnswered(services, progress, proofUntil),
  }
  // Including those that couldn't be noted when they were erased.
  await writeErasureNotes(services, progress)
  return report
}

/** How many people have expired records that weren't deleted yet. */
export function countOverdue({ database, now }: Pick<Services, 'database' | 'now'>): Promise<number> {
  const from = `from retention_records r join users u on u.id = r.user_id
    where r.purged_at is null and r.retain_until <= $1 and ${NOT_HELD}`
  return countUpToLimit(database, from, [now()])
}

/** One transaction per person, so that a crash leaves whole people; returns for how many something was done. */
async function eachOf(
  services: RetentionServices,
  progress: JobProgress,
  step: string,
  question: (...page: [after: string, size: number]) => Promise<{ rows: { id: string }[] }>,
  work: (services: RetentionServices, tx: Db, userId: number) => Promise<string[] | undefined>,
): Promise<number> {
  const workOn = async (userId: number) => {
    const keys = await services.database.transaction(async (tx) => {
      await tx.select({ id: cases.id }).from(cases).where(eq(cases.userId, userId)).for('update')
      return work(services, tx, userId)
    })
    for (const key of keys ?? []) await services.files.remove(key)
    return keys !== undefined
  }
  return eachInTurn(progress, step, {
    page: async (after = '0', size) => (await question(after, size)).rows,
    work: ({ id }) => workOn(Number(id)),
    failed: 'A person’s records could not be processed',
  })
}

async function startRetention(
  { config, now }: RetentionServices,
  tx: Db,
  userId: number,
): Promise<string[] | undefined> {
  const { disabledAt } = await lockUser(tx, userId)
  if (!disabledAt) return undefined
  const ground = retentionGround(await relationshipOf(tx, userId))
  // For someone who gave nothing, the account itself is kept as long as an application.
  const until = retainUntil(ground === 'none' ? 'applicant' : ground, disabledAt, config.retention)
  const { rowCount } = await insertRetentionRecord(tx, [userId, disabledAt, ground, until])
  if (!rowCount) return undefined
  await recordEvent(tx, {
    at: now(),
    type: 'retention.ended',
    actor: { kind: 'system' },
    userId,
    after: { endedAt: disabledAt, ground, retainUntil: until },
  })
  return []
}

async function purge(
  { config, now }: RetentionServices,
  tx: Db,
  userId: number,
): Promise<string[] | undefined> {
  const user = await lockUser(tx, userId)
  const at = now()
  if (!user.disabledAt || (await isOnLegalHold(tx, userId))) return undefined
  const { rowCount } = await storePurge(tx, [userId, at])
  if (!rowCount) return undefined
  const { keys, removed } = await removePerson(tx, user, { at, policy: casePolicyOf(config), evidence: true })
  await storeRemoved(tx, [userId, JSON.stringify(removed)])
  await recordPurge(tx, userId, at, removed)
  return keys
}

async function removeUnused(
  services: RetentionServices,
  tx: Db,
  userId: number,
): Promise<string[] | undefined> {
  const user = await lockUser(tx, userId)
  if (user.disabledAt || (await isOnLegalHold(tx, userId))) return undefined
  const plan = { goes: ['Your account and everything that you gave us'], kept: [] }
  const { keys, removed } = await eraseAccount(services, tx, user, { plan, isAsked: false })
  await recordPurge(tx, userId, services.now(), removed)
  return keys
}

async function recordPurge(tx: Db, userId: number, at: Date, removed: Record<string, number>): Promise<void> {
  await recordEvent(tx, {
    at,
    type: 'retention.purged',
    actor: { kind: 'system' },
    userId,
    after: { removed },
  })
}

/** Requests and complaints that were answered long ago, of people who aren't on hold. */
async function removeAnswered(
  { database }: RetentionServices,
  progress: JobProgress,
  before: Date,
): Promise<number> {
  let count = 0
  for (const [table, answeredAt] of [
    ['erasure_requests', 'decided_at'],
    ['complaints', 'closed_at'],
  ] as const) {
    const where = `d.${answeredAt} < $1 and exists (select from users u where u.id = d.user_id and ${NOT_HELD})`
    count += await removeInBatches(database, progress, table, { table, where, values: [before] })
  }
  return count
}
