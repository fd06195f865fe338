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
import { RunNotice } from './match-notices.ts'

const CUSTOMER: readonly CaseState[] = ['approved', 'reverification_due']
/** Only staff see it. */
const REASON = 'Held for a new screening match. Decide on the match before you restore the account.'

/** What a screening needs. */
export type ScreeningParts = Pick<Services, 'config' | 'database' | 'now' | 'log' | 'mailer' | 'meter'>

/** How many cases are read, looked up and written at once; in between, requests get their turn. */
const CASES_AT_ONCE = 40

/**
 * Screens one case, unless it is a visitor's and unclaimed, so that staff see nothing of it. A new match may
 * suspend a customer's account.
 */
export async function screenOne(services: ScreeningParts, caseId: number): Promise<void> {
  const { database, now } = services
  await database.transaction(async (tx) => {
    const stored = await findCaseById(tx, caseId)
    if (!stored || stored.current.round === 0 || (await isVisitorId(tx, stored.userId))) return
    await holdAccount(services, tx, stored, await screenCase(tx, stored, now()))
  })
}

/** Whether many are due, as after a new list, rather than the few that a lost job has left. */
export async function isMoreThanABatch({ database, now }: ScreeningParts): Promise<boolean> {
  await renewLists(database, now())
  const by = await screenedBy(database.db)
  const due = by ? await casesToScreen(database.db, by, 0, CASES_AT_ONCE + 1) : []
  return due.length > CASES_AT_ONCE
}

/**
 * Screens every case that isn't screened against the lists in force, many at once. A failure is logged and
 * tried again with the next run. A list imported meanwhile is taken into account, and an interrupted run is
 * simply repeated: what it has done isn't due any more. All findings are one notice, given with the first
 * match. Returns how many were screened.
 */
export async function screenWaiting(
  services: ScreeningParts,
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
  // Matches found by a review or an interrupted run are reported here too.
  await notice.tell()
  if (screened) log.info({ screened }, 'Cases were screened against the sanctions lists')
  return screened
}

interface Run {
  /** Collects the cases that couldn't be screened. */
  failed: Set<number>
  notice: RunNotice
}

/** Goes through everything that is due once, collects failures, and reports matches as they are found. */
async function screenDue(
  services: ScreeningParts,
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
  services: ScreeningParts,
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
    // The last screening's subjects were altered: screening each case by itself reads the original answers, and
    // corrects that. It also records any other altered value.
    if (error instanceof AlteredValueError && error.place[0] === 'case_screenings')
      await refuseValue(services, error.place, {})
    // One case fails the whole batch. One by one, it is identified and the others are screened.
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
    // Whether anything was found shows when unreported matches are looked for.
    return { screened, hasFound: true }
  }
}

/**
 * Suspends a customer with a new match, if the operator has configured that (`SANCTIONS_HOLD`), until a person
 * restores the account. They see what everyone with a suspended account sees, and nothing about the match (law
 * §3.4). Administrators aren't suspended, so that work can continue: their matches wait like others.
 */
async function holdAccount(
  services: ScreeningParts,
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
  // Not `user.suspended`, which people read in their data export.
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

/**
 * Milliseconds per case over a whole run: 100,000 take a little less than ten minutes, because timers are late
 * more often than early, a batch is written after its look-ups, and the process of a run has to start.
 */
const MS_EACH = 4.9
/** The least share of a piece of work's duration that is then left to requests, even on a slow machine. */
const LEAST_REST = 0.75

/**
 * The pace of a batch: its look-ups are spread evenly over its share of the whole run, so that people's
 * requests meet pieces of work of a millisecond rather than fifty. A screening that someone waits for isn't
 * paced.
 */
class Pace {
  private readonly startedAt = performance.now()
  private resumedAt = this.startedAt

  /** Waits after a piece of work until this share of the time for these cases is over. */
  async rest(cases: number, share: number): Promise<void> {
    const now = performance.now()
    await delay(restMs(cases, share, { passedMs: now - this.startedAt, workedMs: now - this.resumedAt }))
    this.resumedAt = performance.now()
  }
}

/** How many milliseconds to leave to requests, by when the batch began and how long work has run without a rest. */
export function restMs(
  cases: number,
  share: number,
  { passedMs, workedMs }: { passedMs: number; workedMs: number },
): number {
  return Math.max(cases * share * MS_EACH - passedMs, workedMs * LEAST_REST)
}
