import { DAY_MS } from '#domain/plain-date.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import type { FileRows, FileStore } from './file-store.ts'
import { deleteJournalEntry, lockJournalEntry, selectJournalEntries, selectJournalKeys } from './files.sql.ts'

/** How long a file that the sweep set aside can be restored. */
export const SET_ASIDE_DAYS = 30
/** A scheduled run moves at most this many files, or this share of those in the database if that is more. */
const MOST_PER_RUN = 100
const MOST_SHARE = 0.01
const PAGE = 500

export interface Sweep {
  database: Database
  store: FileStore
  rows: Pick<FileRows, 'count'>
  /** Returns those of the keys that a row refers to. */
  isKnown(tx: Db, keys: readonly string[]): Promise<ReadonlySet<string>>
  at: Date
  /** Younger files are left alone, because an upload is in the journal before its row is committed. */
  olderThanMs: number
  /** Whether an operator started it: then there is no limit. */
  unlimited?: boolean
  /** Reports what would be done without doing it. */
  dryRun?: boolean
  /** Also searches the whole store for files that neither a row nor the journal refers to. */
  wholeStore?: boolean
}

export interface SweepReport {
  /** Files of uploads that were never completed: moved to `deleted/`. */
  setAside: string[]
  /** Files whose rows were deleted and that a crash had left: removed. */
  removed: string[]
  /** Files whose time in `deleted/` was over: removed. */
  expired: string[]
  /** Files that had been set aside although a row refers to them: restored. */
  broughtBack: string[]
  /** Candidates left for later, because of the limit per run. */
  waiting: number
  /** Leftovers of interrupted uploads; undefined if the store can't tell. */
  unfinished: number | undefined
  /** Why the store can't tell. */
  unfinishedError?: unknown
}

interface Candidate {
  key: string
  rendition: string | null
  purpose: 'upload' | 'removal'
}

/**
 * Cleans up files that belong to nothing (security R48, B02). The candidates come from the journal, so a file
 * unknown to this database is never touched. Leftovers of uploads are set aside and can be restored; what a
 * person or a retention period had deleted is removed permanently. Throws the database's and the store's
 * errors.
 */
export async function sweepFiles(sweep: Sweep): Promise<SweepReport> {
  const { database, store, rows, at, olderThanMs, dryRun } = sweep
  const before = new Date(at.getTime() - olderThanMs)
  const report: SweepReport = {
    setAside: [],
    removed: [],
    expired: [],
    broughtBack: [],
    waiting: 0,
    unfinished: undefined,
  }
  if (!dryRun) {
    try {
      report.unfinished = await store.removeUnfinished(before)
    } catch (error) {
      // Not every service lists them. The rest doesn't need it.
      report.unfinishedError = error
    }
  }
  await removeDeleted(sweep, before, report)
  const uploads = await keysOf(database, 'upload', before)
  const strays = sweep.wholeStore ? await straysIn(sweep, before) : []
  const candidates = [...uploads, ...strays]
  const most = sweep.unlimited || candidates.length <= MOST_PER_RUN ? Infinity : await limitOf(rows)
  report.waiting = Math.max(0, candidates.length - most)
  for (const [index, key] of candidates.slice(0, most).entries())
    report.setAside.push(
      ...(index < uploads.length ? await setUploadAside(sweep, key) : await setStrayAside(sweep, key)),
    )
  await lookThroughSetAside(sweep, report)
  return report
}

async function limitOf(rows: Pick<FileRows, 'count'>): Promise<number> {
  return Math.max(MOST_PER_RUN, Math.floor((await rows.count()) * MOST_SHARE))
}

async function keysOf(
  { pool }: Database,
  purpose: Candidate['purpose'],
  before: Date,
  limit?: number,
): Promise<string[]> {
  const { rows } = await selectJournalKeys(pool, [purpose, before, limit ?? null])
  return rows.map(({ key }) => key)
}

/** One locked transaction each: an upload completed at this moment is either first or too late. */
async function withCandidate(
  { database, isKnown, dryRun }: Sweep,
  key: string,
  work: (files: string[]) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await lockJournalEntry(tx, [key])
    const [candidate] = rows
    if (!candidate) return
    const files = candidate.rendition ? [candidate.key, candidate.rendition] : [candidate.key]
    // No code writes a row and leaves its upload in the journal; should that happen, the row is right.
    if ((await isKnown(tx, files)).size === 0) await work(files)
    if (!dryRun) await deleteJournalEntry(tx, [key])
  })
}

async function setUploadAside(sweep: Sweep, key: string): Promise<string[]> {
  const moved: string[] = []
  await withCandidate(sweep, key, async (files) => {
    if (sweep.dryRun) moved.push(key)
    else for (const file of files) if (await sweep.store.setAside(file)) moved.push(file)
  })
  return moved
}

/**
 * A stray file has no row to lock, and nothing can be about to refer to it, because an upload is in the journal
 * first.
 */
async function setStrayAside({ store, dryRun }: Sweep, key: string): Promise<string[]> {
  return dryRun || (await store.setAside(key)) ? [key] : []
}

async function straysIn({ database, store, isKnown }: Sweep, before: Date): Promise<string[]> {
  const strays: string[] = []
  for await (const keys of paged(store.list(), ({ modifiedAt }) => modifiedAt < before)) {
    const known = await isKnown(database.db, keys)
    const { rows } = await selectJournalEntries(database.pool, [keys])
    const noted = new Set(rows.flatMap(({ key, rendition }) => [key, rendition]))
    strays.push(...keys.filter((key) => !known.has(key) && !noted.has(key)))
  }
  return strays
}

async function removeDeleted(sweep: Sweep, before: Date, report: SweepReport): Promise<void> {
  const { database, store, dryRun } = sweep
  for (const key of await keysOf(database, 'removal', before, PAGE))
    await withCandidate(sweep, key, async () => {
      if (!dryRun) {
        await store.delete(key)
        await store.deleteSetAside(key)
      }
      report.removed.push(key)
    })
}

/** Restores files that a row refers to, and removes those whose time is over. */
async function lookThroughSetAside(sweep: Sweep, report: SweepReport): Promise<void> {
  const { database, store, isKnown, at, dryRun } = sweep
  const overAt = new Date(at.getTime() - SET_ASIDE_DAYS * DAY_MS)
  const over = new Set<string>()
  const isOver = (entry: { key: string; modifiedAt: Date }) => {
    if (entry.modifiedAt < overAt) over.add(entry.key)
    return true
  }
  for await (const keys of paged(store.listSetAside(), isOver)) {
    const known = await isKnown(database.db, keys)
    for (const key of keys) {
      if (known.has(key)) {
        if (!dryRun) await store.bringBack(key)
        report.broughtBack.push(key)
      } else if (over.has(key)) {
        if (!sweep.unlimited && report.expired.length >= MOST_PER_RUN) report.waiting += 1
        else {
          if (!dryRun) await store.deleteSetAside(key)
          report.expired.push(key)
        }
      }
    }
  }
}

async function* paged(
  entries: AsyncIterable<{ key: string; modifiedAt: Date }>,
  wanted: (entry: { key: string; modifiedAt: Date }) => boolean,
): AsyncGenerator<string[]> {
  let page: string[] = []
  for await (const entry of entries) {
    if (!wanted(entry)) continue
    page.push(entry.key)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
