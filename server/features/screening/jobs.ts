import type { FastifyBaseLogger } from 'fastify'
import { eachInTurn } from '#server/platform/jobs/in-batches.ts'
import { type Progress, unattended } from '#server/platform/jobs/progress.ts'
import { fileHash } from '#server/platform/sanctions/read-list.ts'
import { isUnclaimed } from '#server/records/applications/applications.ts'
import { findCaseById } from '#server/records/cases/cases.ts'
import { importList, listsInForce, renewLists } from '#server/records/screening/sanctions-lists.ts'
import { casesToScreen, countToScreen, screenCase } from '#server/records/screening/screen-case.ts'
import type { Services } from '#server/services.ts'
import { fetchLists, fetchMinute } from './fetch-lists.ts'
import { holdAccount } from './hold-account.ts'
import { tellOfMatches } from './tell-of-matches.ts'
import { runTrial } from './trial.ts'

const CASES_AT_ONCE = 50

/** Registers the screening of what was submitted, of everyone after a list has come, and the look for newer lists. */
export function registerScreeningJobs(services: Services): void {
  const { jobs, config } = services
  jobs.handle('screen-case', { concurrency: 1 }, async ({ caseId }) => {
    await screenOne(services, caseId)
    await tellOfMatches(services, caseId)
  })
  jobs.handle('screen-waiting', { concurrency: 1 }, async (_, { log, signal }) => {
    await screenWaiting(services, { ...unattended(log), signal }, log)
  })
  jobs.handle('try-screening', { concurrency: 1 }, (_, { signal }) => runTrial(services, signal))
  // Finds what a lost job has left, and what a list brought by the command has made necessary.
  jobs.schedule(
    'screen-cases',
    async ({ log, progress }) => {
      await screenWaiting(services, progress, log)
    },
    { countDue: () => countToScreen(services.database.db) },
  )
  if (config.sanctions.files.length > 0)
    jobs.schedule('import-lists', ({ log, progress }) => importConfigured(services, progress, log))
  if (config.sanctions.fetched.length > 0)
    jobs.schedule(
      'fetch-lists',
      async ({ log }) => {
        await fetchLists(services, log)
      },
      { at: fetchMinute(config.publicUrl) },
    )
}

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
 * Screens every case that is not screened against the lists in force, each in a transaction of its own; one that fails
 * is told in the log and tried again with the next run. What all of them found is one notice. Returns how many were screened.
 */
export async function screenWaiting(
  services: Services,
  progress: Progress = unattended(services.log),
  log: FastifyBaseLogger = services.log,
): Promise<number> {
  await renewLists(services.database, services.now())
  const screened = await eachInTurn(progress, 'screened', {
    size: CASES_AT_ONCE,
    page: async (after = '0', size) =>
      (await casesToScreen(services.database.db, Number(after), size)).map((id) => ({ id })),
    work: ({ id }) => screenOne(services, id).then(() => true),
    failed: 'A case could not be screened',
  })
  if (progress.signal?.aborted) return screened
  // What a review or a broken run has found is told here, too.
  await tellOfMatches(services)
  if (screened) log.info({ screened }, 'Cases were screened against the sanctions lists')
  return screened
}

/** Puts newer files of the configured lists into force; a file that cannot be used is told in the log, changes nothing and lets the run fail. */
export async function importConfigured(
  services: Services,
  progress: Progress = unattended(services.log),
  log: FastifyBaseLogger = services.log,
): Promise<{ imported: number }> {
  const { database, config, jobs, now } = services
  let imported = 0
  for (const path of config.sanctions.files) {
    try {
      const known = (await listsInForce(database.db)).map(({ sha256 }) => sha256)
      if (known.includes(await fileHash(path))) continue
      const told = await importList(database, path, {
        now: now(),
        also: (tx) => jobs.enqueue(tx, 'screen-waiting', {}),
      })
      imported++
      log.info({ path }, told)
    } catch (error) {
      log.error({ path, reason: (error as Error).message }, 'A sanctions list was not imported')
      progress.failed(error)
    }
  }
  return { imported }
}
