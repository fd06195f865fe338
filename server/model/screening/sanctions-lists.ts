import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { listName } from '#contract/screening/list-name.ts'
import { type ListFormat, ListSource, type ListStamp } from '#contract/screening/sanctions.ts'
import { londonDate, type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import { MATCHER_VERSION } from '#domain/screening/screening-keys.ts'
import { comparedOf, type ListedEntry } from '#domain/screening/screening-records.ts'
import type { ListInForce } from '#domain/screening/screening-standing.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import {
  type SanctionsListRow,
  sanctionsEntries,
  sanctionsIndexes,
  sanctionsLists,
} from '#server/model/schema/sanctions.ts'
import { ListError, ScatteredEntry, WorseList } from '#server/model/screening/lists/list-error.ts'
import { fileHash, readList } from '#server/model/screening/lists/read-list.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { GrowingIndex } from './list-indexes.ts'
import { insertSanctionsEntries, lockSanctionsLists } from './screening.sql.ts'

const ROWS_AT_ONCE = 250
/** A list loses a few entries from one day to the next; a person must look at one that lost more. */
const LEAST_SHARE = 0.95
const SAMPLE = fileURLToPath(new URL('./lists/sample-list.csv', import.meta.url))

/** A list in force, as referred to by screenings. */
export interface ForceList extends ListInForce {
  stamp: ListStamp
}

interface Import {
  now: Date
  /** The file's format, if its beginning doesn't show it. */
  format?: ListFormat
  /** Which list it is; otherwise determined by its format, and by the file's name if a publisher has several. */
  source?: ListSource
  /** Accepts a list that is older than the one in force, or much shorter. */
  force?: boolean
  /** Further work in the same transaction. */
  also?: (tx: Db) => Promise<void>
}

/** Every list in force, oldest import first. */
export async function listsInForce(db: Db): Promise<(SanctionsListRow & ForceList)[]> {
  const rows = await db
    .select()
    .from(sanctionsLists)
    .where(isNull(sanctionsLists.retiredAt))
    .orderBy(asc(sanctionsLists.id))
  return rows.map((row) => {
    const source = ListSource.parse(row.source)
    const publishedOn = parsePlainDate(row.publishedOn) ?? londonDate(row.importedAt)
    const { version, sha256 } = row
    return { ...row, source, publishedOn, stamp: { source, version, sha256, publishedOn } }
  })
}

/**
 * Puts a file's list into force in place of its source's current one, whole or not at all; the sample is
 * replaced by any real one. Returns a sentence. Throws ListError for a file that can't be used, and WorseList
 * for a list that is older or much shorter than the one in force.
 */
export async function importList(database: Database, path: string, options: Import): Promise<string> {
  const put = (isScattered: boolean) =>
    database.transaction((tx) => putInForce(tx, path, { ...options, isScattered }))
  try {
    return await put(false)
  } catch (error) {
    // A file sorted differently from the published one is read again; what was written is rolled back.
    if (error instanceof ScatteredEntry) return put(true)
    throw error
  }
}

/**
 * Imports the sample into a database that has never had a list, so that every screen shows something (screening,
 * Which lists count).
 */
export async function importSample(database: Database, now: Date): Promise<void> {
  const [known] = await database.db.select({ id: sanctionsLists.id }).from(sanctionsLists).limit(1)
  if (!known) await importList(database, SAMPLE, { now, source: 'sample' })
}

/** Takes a source's list out of force, for example because it is no longer to be used. Returns a sentence. */
export async function dropList(database: Database, source: ListSource, now: Date): Promise<string> {
  return database.transaction(async (tx) => {
    await lockSanctionsLists(tx)
    const former = (await listsInForce(tx)).find((list) => list.source === source)
    if (!former) return `There is no ${listName(source)} in force.`
    await retire(tx, former.id, now)
    await recordEvent(tx, {
      at: now,
      type: 'sanctions.dropped',
      actor: { kind: 'system' },
      before: former.stamp,
    })
    return `The ${listName(source)} is no longer in force. Everyone is screened again without it.`
  })
}

/**
 * Reindexes the lists in force if a former version of the look-up indexed them. Each becomes a new list with
 * the same stamp, so that everyone is screened again. Returns how many there were.
 */
export async function renewLists(database: Database, now: Date): Promise<number> {
  const isOld = (list: SanctionsListRow) => list.matcher !== MATCHER_VERSION
  if (!(await listsInForce(database.db)).some(isOld)) return 0
  return database.transaction(async (tx) => {
    await lockSanctionsLists(tx)
    const old = (await listsInForce(tx)).filter(isOld)
    for (const { id, format, entries, stamp, publishedOn } of old) {
      const values = { ...stamp, publishedOn, format, entries, importedAt: now, matcher: MATCHER_VERSION }
      const [list] = await tx
        .insert(sanctionsLists)
        .values({ ...values, retiredAt: now })
        .returning()
      if (!list) throw new Error('An insert answers with its row')
      await storeEntries(tx, list.id, async (take) => {
        for await (const entry of entriesOfList(tx, id)) await take(entry)
      })
      await retire(tx, id, now)
      await tx.update(sanctionsLists).set({ retiredAt: null }).where(eq(sanctionsLists.id, list.id))
    }
    return old.length
  })
}

/** A list's entries in order of their keys, a batch at a time. */
export async function* entriesOfList(tx: Db, listId: number): AsyncGenerator<ListedEntry> {
  let last = ''
  for (;;) {
    const rows = await tx
      .select({ ref: sanctionsEntries.ref, data: sanctionsEntries.data })
      .from(sanctionsEntries)
      .where(and(eq(sanctionsEntries.listId, listId), gt(sanctionsEntries.ref, last)))
      .orderBy(asc(sanctionsEntries.ref))
      .limit(ROWS_AT_ONCE)
    yield* rows.map(({ data }) => data)
    last = rows.at(-1)?.ref ?? ''
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** A list whose file is still being read: it counts as retired, and its facts are filled in at the end. */
const DRAFT = {
  source: 'draft',
  format: '',
  version: '',
  publishedOn: '',
  sha256: '',
  entries: 0,
  matcher: MATCHER_VERSION,
}

/**
 * Writes the entries that `read` emits, in batches so that none waits in memory for the rest, and the index of
 * their names. Returns what `read` returns.
 */
async function storeEntries<T>(
  tx: Db,
  listId: number,
  read: (take: (entry: ListedEntry) => Promise<void>) => Promise<T>,
): Promise<T> {
  const index = new GrowingIndex()
  let entries: ListedEntry[] = []
  const write = async () => {
    await Promise.all([index.add(entries), insertEntries(tx, listId, entries.map(rowOf))])
    entries = []
  }
  try {
    const result = await read(async (entry) => {
      entries.push(entry)
      if (entries.length === ROWS_AT_ONCE) await write()
    })
    if (entries.length > 0) await write()
    await index.store(tx, listId)
    return result
  } catch (error) {
    await index.drop()
    throw error
  }
}

function publisherOf(format: ListFormat): string {
  return format.slice(0, format.indexOf('-'))
}

/**
 * Which list a file is: for a publisher of several, the one that its name begins with, as `peps` in
 * `peps.targets.nested.json`.
 */
function sourceOf(format: ListFormat, path: string): ListSource {
  const publisher = publisherOf(format)
  if (publisher !== 'opensanctions' && publisher !== 'own') return ListSource.parse(publisher)
  const name = basename(path)
    .replace(/\..*$/s, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return ListSource.parse(`${publisher}:${name || 'list'}`)
}

async function putInForce(tx: Db, path: string, options: Import & { isScattered: boolean }): Promise<string> {
  const { now, force, also, format, isScattered } = options
  // Of two concurrent imports, one waits for the other.
  await lockSanctionsLists(tx)
  const inForce = await listsInForce(tx)
  const sha256 = await fileHash(path)
  const same = inForce.find(
    (list) => list.sha256 === sha256 && list.source === (options.source ?? list.source),
  )
  if (same)
    return `This ${listName(same.source)} is in force already: ${entriesText(same.entries)} of ${same.publishedOn}.`
  const [draft] = await tx
    .insert(sanctionsLists)
    .values({ ...DRAFT, importedAt: now, retiredAt: now })
    .returning()
  if (!draft) throw new Error('An insert answers with its row')
  const list = await storeEntries(tx, draft.id, (take) => readList(path, take, { format, isScattered }))
  const source = options.source ?? sourceOf(list.format, path)
  if (source !== 'sample' && publisherOf(list.format) !== source.split(':')[0])
    throw new ListError(`The file is written as ${list.format}, and so is not the ${listName(source)}.`)
  const publishedOn = list.publishedOn ?? londonDate(now)
  const former = inForce.find((list) => list.source === source)
  if (former && !force) refuseWorse(former, publishedOn, list.entries)
  for (const { id } of inForce.filter((list) => list.source === source || list.source === 'sample'))
    await retire(tx, id, now)
  const stamp: ListStamp = {
    source,
    version: list.publishedOn ?? `undated ${list.sha256.slice(0, 8)}`,
    sha256: list.sha256,
    publishedOn,
  }
  await tx
    .update(sanctionsLists)
    .set({ ...stamp, publishedOn, format: list.format, entries: list.entries, retiredAt: null })
    .where(eq(sanctionsLists.id, draft.id))
  await recordEvent(tx, {
    at: now,
    type: 'sanctions.imported',
    actor: { kind: 'system' },
    before: former?.stamp,
    after: { ...stamp, entries: list.entries },
  })
  await also?.(tx)
  return `${listName(source)}: ${entriesText(list.entries)} of ${publishedOn} in force now. SHA-256 ${list.sha256}.`
}

function refuseWorse(former: SanctionsListRow & ForceList, publishedOn: PlainDate, entries: number): void {
  if (publishedOn < former.publishedOn)
    throw new WorseList(`This list is of ${publishedOn}, the one in force of ${former.publishedOn}.`)
  if (entries < former.entries * LEAST_SHARE)
    throw new WorseList(
      `This list has ${entriesText(entries)}, the one in force ${former.entries}: it looks cut off.`,
    )
}

function entriesText(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

async function retire(tx: Db, id: number, now: Date): Promise<void> {
  await tx.delete(sanctionsEntries).where(eq(sanctionsEntries.listId, id))
  await tx.delete(sanctionsIndexes).where(eq(sanctionsIndexes.listId, id))
  await tx.update(sanctionsLists).set({ retiredAt: now }).where(eq(sanctionsLists.id, id))
}

interface EntryRow {
  ref: string
  kind: string
  data: ListedEntry
  hash: string
}

function rowOf(entry: ListedEntry): EntryRow {
  const hash = createHash('sha256').update(comparedOf(entry)).digest('hex')
  return { ref: entry.ref, kind: entry.kind, data: entry, hash }
}

async function insertEntries(tx: Db, listId: number, rows: readonly EntryRow[]): Promise<void> {
  await insertSanctionsEntries(tx, [listId, JSON.stringify(rows)])
}
