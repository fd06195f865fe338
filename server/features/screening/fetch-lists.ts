import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { listName } from '#contract/screening/sanctions.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { sanctionsFetches } from '#server/model/schema/sanctions.ts'
import { fetchList } from '#server/model/screening/lists/fetch-list.ts'
import type { FetchedList } from '#server/model/screening/lists/fetched-list.ts'
import { ListError } from '#server/model/screening/lists/list-error.ts'
import { importList, listsInForce } from '#server/model/screening/sanctions-lists.ts'
import type { Services } from '#server/services.ts'

/** Once an hour, at a minute of this installation's own: publishers are not asked by everyone at once. */
export function fetchMinute(publicUrl: string): number {
  return createHash('sha256').update(publicUrl).digest().readUInt16BE() % 60
}

/**
 * Fetches every configured list that has changed and puts it into force. One that cannot be had, or cannot be used, leaves
 * what is in force as it is, and stands with the reason on the screening page; the others are fetched all the same.
 * Throws at the end where any has failed for a day, or from the start: the run then counts as failed, and administrators
 * hear of it. A publisher who is away for an hour is no one's trouble.
 */
export async function fetchLists(services: Services, log: FastifyBaseLogger): Promise<void> {
  const failed: string[] = []
  for (const list of services.config.sanctions.fetched) {
    const failure = await fetchOne(services, list, log)
    if (failure) failed.push(`${listName(list.source)}: ${failure}`)
  }
  if (failed.length > 0) throw new Error(`Lists were not renewed. ${failed.join(' ')}`)
}

const PATIENCE_MS = DAY_MS

/** Fetches one, and notes how it went. Returns why it has not worked where that takes too long. */
async function fetchOne(
  { database, jobs, now }: Services,
  { source, url }: FetchedList,
  log: FastifyBaseLogger,
): Promise<string | undefined> {
  const { db } = database
  const [row] = await db.select().from(sanctionsFetches).where(eq(sanctionsFetches.source, source))
  const isInForce = (await listsInForce(db)).some((list) => list.source === source)
  // What was dropped since is fetched whole.
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
