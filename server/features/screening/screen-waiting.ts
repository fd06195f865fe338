import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isVisitorId } from '#server/model/applications/applications.ts'
import { findCaseById } from '#server/model/cases/cases.ts'
import { casesToScreen, type DueCase } from '#server/model/screening/cases-to-screen.ts'
import { renewLists } from '#server/model/screening/sanctions-lists.ts'
import { lookAt, screenLookedAt } from '#server/model/screening/screen-batch.ts'
import { screenCase } from '#server/model/screening/screen-case.ts'
import { type ScreenedBy, screenedBy } from '#server/model/screening/screening-settings.ts'
import { databaseFault } from '#server/platform/database/database-faults.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { type JobProgress, unattended } from '#server/platform/jobs/progress.ts'
import type { Services } from '#server/services.ts'
import { holdAccount } from './hold-account.ts'
import { restMs } from './screening-pace.ts'
import { tellOfMatches } from './tell-of-matches.ts'

/** So many are read, looked for and written at once: between them people have their turn. */
const CASES_AT_ONCE = 20

/**
 * Screens one case, unless it is a visitor's that no one has claimed: staff see nothing of it before. A new match may hold
 * the account of a customer.
 */
export async function screenOne(services: Services, caseId: number): Promise<void> {
  const { database, now } = services
  await database.transaction(async (tx) => {
    const stored = await findCaseById(tx, caseId)
    if (!stored || stored.record.round === 0 || (await isVisitorId(tx, stored.userId))) return
    await holdAccount(services, tx, stored, await screenCase(tx, stored, now()))
  })
}

/**
 * Screens every case that is not screened against the lists in force, many at once. One that fails is told
 * in the log and tried again with the next run. A list that comes meanwhile is taken up, and a run that broke off is simply
 * repeated: what it has done is no longer due. What all of them found is one notice. Returns how many were screened.
 */
export async function screenWaiting(
  services: Services,
  progress: JobProgress = unattended(services.log),
  log: FastifyBaseLogger = services.log,
): Promise<number> {
  await renewLists(services.database, services.now())
  const failed = new Set<number>()
  let screened = 0
  for (;;) {
    const ofPass = await screenDue(services, progress, failed)
    screened += ofPass
    if (progress.signal?.aborted) return screened
    if (ofPass === 0) break
  }
  // What a review or a broken run has found is told here, too.
  await tellOfMatches(services)
  if (screened) log.info({ screened }, 'Cases were screened against the sanctions lists')
  return screened
}

/** Goes once through all that is due, and notes which of them failed. */
async function screenDue(services: Services, progress: JobProgress, failed: Set<number>): Promise<number> {
  const { db } = services.database
  let screened = 0
  for (let after = 0; ; ) {
    const startedAt = performance.now()
    const by = await screenedBy(db)
    const due = by ? await casesToScreen(db, by, after, CASES_AT_ONCE) : []
    const last = due.at(-1)
    if (!by || !last || progress.signal?.aborted) return screened
    const ready = due.filter(({ id }) => !failed.has(id))
    const done = await screenBatch(services, progress, ready, by, failed)
    screened += done
    after = last.id
    await progress.reached('screened', String(after), { screened: done })
    await delay(restMs(due.length, performance.now() - startedAt))
  }
}

async function screenBatch(
  services: Services,
  progress: JobProgress,
  due: readonly DueCase[],
  by: ScreenedBy,
  failed: Set<number>,
): Promise<number> {
  const { database, now } = services
  try {
    const looked = await lookAt(database.db, due, by)
    return await database.transaction(async (tx) => {
      const { opened, screened } = await screenLookedAt(tx, looked, by, now())
      for (const [stored, levels] of opened) await holdAccount(services, tx, stored, levels)
      return screened
    })
  } catch (error) {
    if (databaseFault(error) === 'away') throw error
    // One of them spoils it for all: each alone, it is found out, and the others are screened.
    return eachAlone(
      due,
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
  }
}
