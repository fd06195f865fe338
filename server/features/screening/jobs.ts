import type { FastifyBaseLogger } from 'fastify'
import { countToScreen } from '#server/model/screening/cases-to-screen.ts'
import { fileHash } from '#server/model/screening/lists/read-list.ts'
import { importList, listsInForce } from '#server/model/screening/sanctions-lists.ts'
import { type JobProgress, unattended } from '#server/platform/jobs/progress.ts'
import type { Services } from '#server/services.ts'
import { fetchLists, fetchMinute } from './fetch-lists.ts'
import { screenOne, screenWaiting } from './screen-waiting.ts'
import { tellOfMatches } from './tell-of-matches.ts'
import { runTrial } from './trial.ts'

/** Registers the screening of what was submitted, of everyone after a list has come, and the look for newer lists. */
export function registerScreeningJobs(services: Services): void {
  const { jobs, config } = services
  jobs.handle('screen-case', { concurrency: 1 }, async ({ caseId }) => {
    await screenOne(services, caseId)
    await tellOfMatches(services, caseId)
  })
  // A former release beside this one asks for it in this way after a list.
  jobs.handle('screen-waiting', { concurrency: 1 }, () =>
    services.database.transaction(async (tx) => void (await jobs.runNow(tx, 'screen-cases'))),
  )
  jobs.handle('try-screening', { concurrency: 1 }, (_, { signal }) => runTrial(services, signal))
  // Right after a list that a process has brought; by the clock after one of the command, and for what a lost job has left.
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

/** Puts newer files of the configured lists into force; a file that cannot be used is told in the log, changes nothing and lets the run fail. */
export async function importConfigured(
  services: Services,
  progress: JobProgress = unattended(services.log),
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
        also: async (tx) => void (await jobs.runNow(tx, 'screen-cases')),
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
