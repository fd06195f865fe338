import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { MatchLevel } from '#contract/screening/sanctions.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { hasRole } from '#domain/roles/held-roles.ts'
import { isVisitorId } from '#server/model/applications/applications.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { refuseValue } from '#server/model/audit/refused-value.ts'
import { findCaseById, type StoredCase } from '#server/model/cases/cases.ts'
import { mailPerson } from '#server/model/mail/mail-person.ts'
import { endRecorded } from '#server/model/people/moved-session.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { users } from '#server/model/schema/users.ts'
import { casesToScreen, type DueCase } from '#server/model/screening/cases-to-screen.ts'
import { renewLists } from '#server/model/screening/sanctions-lists.ts'
import { lookAt, screenLookedAt } from '#server/model/screening/screen-batch.ts'
import { screenCase } from '#server/model/screening/screen-case.ts'
import { type ScreenedBy, screenedBy } from '#server/model/screening/screening-settings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { databaseFault } from '#server/platform/database/database-faults.ts'
import { AlteredValueError } from '#server/platform/fields/field-cipher.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { type JobProgress, unattended } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'
import { RunNotice } from './tell-of-matches.ts'

const CUSTOMER: readonly CaseState[] = ['approved', 'reverification_due']
/** Staff alone read it. */
const REASON = 'Held for a new screening match. Decide on the match before you restore the account.'

/** How many are read, looked up and written at once; between two of these, requests get their turn. */
const CASES_AT_ONCE = 20

/**
 * Screens one case, unless it is a visitor's that no one has claimed: staff see nothing of it before. A new match may hold
 * the account of a customer.
 */
export async function screenOne(services: Services, caseId: number): Promise<void> {
  const { database, now } = services
  await database.transaction(async (tx) => {
    const stored = await findCaseById(tx, caseId)
    if (!stored || stored.current.round === 0 || (await isVisitorId(tx, stored.userId))) return
    await holdAccount(services, tx, stored, await screenCase(tx, stored, now()))
  })
}

/**
 * Screens every case that is not screened against the lists in force, many at once. One that fails is told
 * in the log and tried again with the next run. A list that comes meanwhile is taken up, and a run that broke off is simply
 * repeated: what it has done is no longer due. What all of them found is one notice, which is given with the first match. Returns
 * how many were screened.
 */
export async function screenWaiting(
  services: Services,
  progress: JobProgress = unattended(services.log),
  log: FastifyBaseLogger = services.log,
): Promise<number> {
  await renewLists(services.database, services.now())
  const failed = new Set<number>()
  const notice = new RunNotice(services)
  let screened = 0
  for (;;) {
    const ofPass = await screenDue(services, progress, { failed, notice })
    screened += ofPass
    if (progress.signal?.aborted) return screened
    if (ofPass === 0) break
  }
  // What a review or a broken run has found is told here, too.
  await notice.tell()
  if (screened) log.info({ screened }, 'Cases were screened against the sanctions lists')
  return screened
}

interface Run {
  /** Takes those that could not be screened. */
  failed: Set<number>
  notice: RunNotice
}

/** Goes once through all that is due, notes which of them failed, and tells of matches as they are found. */
async function screenDue(
  services: Services,
  progress: JobProgress,
  { failed, notice }: Run,
): Promise<number> {
  const { db } = services.database
  let screened = 0
  for (let after = 0; ; ) {
    const pace = new Pace()
    const by = await screenedBy(db)
    const due = by ? await casesToScreen(db, by, after, CASES_AT_ONCE) : []
    const last = due.at(-1)
    if (!by || !last || progress.signal?.aborted) return screened
    const ready = due.filter(({ id }) => !failed.has(id))
    const { screened: done, hasFound } = await screenBatch(services, progress, { ready, by, pace, failed })
    if (hasFound) await notice.tell()
    screened += done
    after = last.id
    await progress.reached('screened', String(after), { screened: done })
    await pace.rest(due.length, 1)
  }
}

interface Batch {
  ready: readonly DueCase[]
  by: ScreenedBy
  pace: Pace
  failed: Run['failed']
}

async function screenBatch(
  services: Services,
  progress: JobProgress,
  { ready, by, pace, failed }: Batch,
): Promise<{ screened: number; hasFound: boolean }> {
  const { database, now } = services
  try {
    const looked = await lookAt(database.db, ready, by, (share) => pace.rest(ready.length, share))
    return await database.transaction(async (tx) => {
      const { opened, screened } = await screenLookedAt(tx, looked, by, now())
      for (const [stored, levels] of opened) await holdAccount(services, tx, stored, levels)
      return { screened, hasFound: opened.some(([, levels]) => levels.length > 0) }
    })
  } catch (error) {
    if (databaseFault(error) === 'away') throw error
    // Whom the last screening asked about was altered: each alone reads what people said themselves, and puts it right.
    // What else was altered, that reading meets again and records.
    if (error instanceof AlteredValueError && error.place[0] === 'case_screenings')
      await refuseValue(services, error.place, {})
    // One case fails the whole batch. One by one, it is found and the others are screened.
    const screened = await eachAlone(
      ready,
      async ({ id }) => {
        failed.add(id)
        await screenOne(services, id)
        return failed.delete(id)
      },
      {
        log: progress.log,
        signal: progress.signal,
        failed: 'A case could not be screened',
        onFailed: progress.failed,
      },
    )
    // Whether anything was found is seen by looking for what no one was told of.
    return { screened, hasFound: true }
  }
}

/**
 * Suspends a customer of whom a new match was found, where the operator wants that (`SANCTIONS_HOLD`), until a person
 * restores the account. They read what everyone does whose account is suspended, and nothing of the match (law §3.2).
 * Administrators are not held, so that work goes on: their matches wait like others.
 */
async function holdAccount(
  services: Services,
  tx: Db,
  { id: caseId, userId, current }: StoredCase,
  opened: readonly MatchLevel[],
): Promise<void> {
  const { hold } = services.config.sanctions
  const isReason = hold === 'possible' ? opened.length > 0 : hold === 'strong' && opened.includes('strong')
  if (!isReason || !CUSTOMER.includes(current.state)) return
  const at = services.now()
  const user = await lockUser(tx, userId)
  if (user.disabledAt || user.suspendedAt || hasRole(user)) return
  await tx
    .update(users)
    .set({ suspendedAt: at, suspendedBy: null, suspensionReason: REASON })
    .where(eq(users.id, userId))
  // Not `user.suspended`, which people read in the copy of their data.
  const actor = { kind: 'system' } as const
  await recordEvent(tx, {
    at,
    type: 'screening.account_held',
    actor,
    userId,
    caseId,
    subject: `user:${userId}`,
  })
  await endRecorded(tx, { at, actor }, userId)
  await mailPerson(services, tx, {
    kind: 'account-suspended',
    props: {},
    userId,
    messageKey: `suspend:${userId}:${at.toISOString()}`,
    at,
  })
}

/** The share of each case in the time of a whole run: 100,000 of them take a little less than ten minutes, since a timer is late more often than early. */
const MS_EACH = 5.2
/** On a slow machine, too, requests have the machine to themselves for at least this share of the time that a piece of work took. */
const LEAST_REST = 0.75

/**
 * The pace of a batch: its look-ups are spread evenly over its share of the whole time, so that people who ask for something meet a
 * piece of work of a millisecond, and not one of fifty. A screening that someone waits for keeps no pace.
 */
class Pace {
  private readonly startedAt = performance.now()
  private resumedAt = this.startedAt

  /** Waits after a piece of work until that share of the time of so many cases is over. */
  async rest(cases: number, share: number): Promise<void> {
    const now = performance.now()
    await delay(restMs(cases, share, { passedMs: now - this.startedAt, workedMs: now - this.resumedAt }))
    this.resumedAt = performance.now()
  }
}

/** How many milliseconds are left to requests, by how long ago the batch began and how much work was done without a rest. */
export function restMs(
  cases: number,
  share: number,
  { passedMs, workedMs }: { passedMs: number; workedMs: number },
): number {
  return Math.max(cases * share * MS_EACH - passedMs, workedMs * LEAST_REST)
}
