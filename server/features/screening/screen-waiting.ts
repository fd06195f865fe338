import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { databaseFault } from '#server/platform/database/database-faults.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { type Progress, unattended } from '#server/platform/jobs/progress.ts'
import { isUnclaimed } from '#server/records/applications/applications.ts'
import { findCaseById, lockFreeCases } from '#server/records/cases/cases.ts'
import { casesToScreen } from '#server/records/screening/cases-to-screen.ts'
import { renewLists } from '#server/records/screening/sanctions-lists.ts'
import { screenCase, screenCases } from '#server/records/screening/screen-case.ts'
import type { Services } from '#server/services.ts'
import { holdAccount } from './hold-account.ts'
import { restMs } from './screening-pace.ts'
import { tellOfMatches } from './tell-of-matches.ts'

/** So many are locked at once, for some hundredths of a second: anyone who saves something of theirs waits no longer. */
const CASES_AT_ONCE = 40

/**
 * Screens one case, unless it is a visitor's that no one has claimed: staff see nothing of it before. A new match may hold
 * the account of a customer.
 */
export async function screenOne(services: Services, caseId: number): Promise<void> {
  const { database, now } = services
  await database.transaction(async (tx) => {
    const stored = await findCaseById(tx, caseId)
    if (!stored || stored.record.round === 0 || (await isUnclaimed(tx, stored.userId))) return
    await holdAccount(services, tx, stored, await screenCase(tx, stored, now()))
  })
}

/**
 * Screens every case that is not screened against the lists in force, many in one short transaction. One that fails is told
 * in the log and tried again with the next run. A list that comes meanwhile is taken up, and a run that broke off is simply
 * repeated: what it has done is no longer due. What all of them found is one notice. Returns how many were screened.
 */
export async function screenWaiting(
  services: Services,
  progress: Progress = unattended(services.log),
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
async function screenDue(services: Services, progress: Progress, failed: Set<number>): Promise<number> {
  const { signal } = progress
  let screened = 0
  for (let after = 0; ; ) {
    const startedAt = performance.now()
    const ids = await casesToScreen(services.database.db, after, CASES_AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined || signal?.aborted) return screened
    const done = await screenBatch(
      services,
      progress,
      ids.filter((id) => !failed.has(id)),
      failed,
    )
    screened += done
    after = last
    await progress.reached('screened', String(after), { screened: done })
    await delay(restMs(ids.length, performance.now() - startedAt))
  }
}

async function screenBatch(
  services: Services,
  progress: Progress,
  ids: readonly number[],
  failed: Set<number>,
): Promise<number> {
  const { database, now } = services
  try {
    return await database.transaction(async (tx) => {
      const stored = await lockFreeCases(tx, ids)
      const opened = await screenCases(tx, stored, now())
      for (const one of stored) await holdAccount(services, tx, one, opened.get(one.id) ?? [])
      return opened.size
    })
  } catch (error) {
    if (databaseFault(error) === 'away') throw error
    // One of them spoils it for all: each alone, it is found out, and the others are screened.
    return eachAlone(
      ids.map((id) => ({ id })),
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
