import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { ScheduleName } from '#contract/operations/job-names.ts'
import { listName } from '#contract/screening/list-name.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { plainReason } from '#server/model/jobs/job-runs.ts'
import { sanctionsFetches } from '#server/model/schema/sanctions.ts'
import { countToScreen } from '#server/model/screening/cases-to-screen.ts'
import { fetchList } from '#server/model/screening/lists/fetch-list.ts'
import type { FetchedList } from '#server/model/screening/lists/fetched-list.ts'
import { ListError } from '#server/model/screening/lists/list-error.ts'
import { fileHash } from '#server/model/screening/lists/read-list.ts'
import { importList, listsInForce } from '#server/model/screening/sanctions-lists.ts'
import { type JobProgress, unattended } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'
import { giveMatchNotices } from './match-notices.ts'
import { isMoreThanABatch, screenOne, screenWaiting } from './screen-waiting.ts'
import { runTrial } from './trial.ts'

const PATIENCE_MS = DAY_MS

/** Screens everyone who is due, many after a list. */
export type ScreenEveryone = (progress: JobProgress, log: FastifyBaseLogger) => Promise<void>

/**
 * Registers the screening of submissions, of everyone after a new list, and the import of newer lists. All of it is
 * done here, unless another way is given for everyone.
 */
export function registerScreeningJobs(
  services: Services,
  screenEveryone: ScreenEveryone = async (progress, log) =>
    void (await screenWaiting(services, progress, log)),
): void {
  const { jobs, config } = services
  jobs.handle('screen-case', { concurrency: 1 }, async ({ caseId }) => {
    await screenOne(services, caseId)
    await giveMatchNotices(services, caseId)
  })
  // A former release next to this one requests it this way after a list.
  jobs.handle('screen-waiting', { concurrency: 1 }, () =>
    services.database.transaction(async (tx) => void (await jobs.runNow(tx, 'screen-cases'))),
  )
  jobs.handle('try-screening', { concurrency: 1 }, (_, { signal }) => runTrial(services, signal))
  // At once after a list imported by a process; by schedule after one imported by the command, and for what a
  // lost job has left.
  jobs.schedule(
    'screen-cases',
    async ({ log, progress }) => {
      if (await isMoreThanABatch(services)) await screenEveryone(progress, log)
      else await screenWaiting(services, progress, log)
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
 * Requests the configured lists that were never imported at once, instead of waiting for their schedule: until
 * then no one can be screened. Returns the schedules that run.
 */
export async function requestMissingLists({ database, jobs, config }: Services): Promise<ScheduleName[]> {
  const { files, fetched } = config.sanctions
  const inForce = await listsInForce(database.db)
  const tried = await database.db.select({ source: sanctionsFetches.source }).from(sanctionsFetches)
  const missing: ScheduleName[] = []
  if (files.length > 0 && inForce.every(({ source }) => source === 'sample')) missing.push('import-lists')
  if (fetched.some((list) => tried.every(({ source }) => source !== list.source))) missing.push('fetch-lists')
  await database.transaction(async (tx) => {
    for (const name of missing) await jobs.runNow(tx, name)
  })
  return missing
}

/**
 * Puts newer files of the configured lists into force. A file that can't be used changes nothing, is logged and
 * makes the run fail; the reason is shown on the screening page until a run succeeds.
 */
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
      const reason = plainReason(error)
      log.error({ path, reason }, 'A sanctions list was not imported')
      progress.failed(new Error(`${basename(path)}: ${reason}`, { cause: error }))
    }
  }
  return { imported }
}

/** Once an hour, at a minute of this installation's own, so that not everyone asks the publishers at once. */
export function fetchMinute(publicUrl: string): number {
  return createHash('sha256').update(publicUrl).digest().readUInt16BE() % 60
}

/**
 * Downloads every configured list that has changed and puts it into force. One that can't be downloaded or used
 * leaves the current one in force, with the reason on the screening page; the others are downloaded
 * nevertheless. Throws at the end if any has failed for a day, or ever since the start: the run then counts as
 * failed, and administrators are told. A publisher that is away for an hour needn't be reported.
 */
export async function fetchLists(services: Services, log: FastifyBaseLogger): Promise<void> {
  const failed: string[] = []
  for (const list of services.config.sanctions.fetched) {
    const failure = await fetchOne(services, list, log)
    if (failure) failed.push(`${listName(list.source)}: ${failure}`)
  }
  if (failed.length > 0) throw new Error(`Lists were not renewed. ${failed.join(' ')}`)
}

/** Downloads one, and records the result. Returns the reason if it has failed for too long. */
async function fetchOne(
  { database, jobs, now }: Services,
  { source, url }: FetchedList,
  log: FastifyBaseLogger,
): Promise<string | undefined> {
  const { db } = database
  const [row] = await db.select().from(sanctionsFetches).where(eq(sanctionsFetches.source, source))
  const isInForce = (await listsInForce(db)).some((list) => list.source === source)
  // A list that was dropped since is downloaded completely.
  const known = row?.url && isInForce ? { ...row, url: row.url } : undefined
  const folder = await mkdtemp(join(tmpdir(), 'verdaccord-list-'))
  const note = async (values: Partial<typeof sanctionsFetches.$inferInsert>) => {
    const noted = { ...values, triedAt: now() }
    await db
      .insert(sanctionsFetches)
      .values({ source, ...noted })
      .onConflictDoUpdate({ target: sanctionsFetches.source, set: noted })
  }
  try {
    const path = join(folder, 'list')
    const fetched = await fetchList(url, path, known)
    if (fetched) {
      const told = await importList(database, path, {
        now: now(),
        source,
        also: async (tx) => void (await jobs.runNow(tx, 'screen-cases')),
      })
      log.info({ source }, told)
    }
    await note({ ...fetched, renewedAt: now(), failure: null })
    return undefined
  } catch (error) {
    if (!(error instanceof ListError)) throw error
    log.error({ source, reason: error.message }, 'A sanctions list was not renewed')
    await note({ failure: error.message })
    const isRecent = row?.renewedAt && now().getTime() - row.renewedAt.getTime() < PATIENCE_MS
    return isRecent ? undefined : error.message
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
