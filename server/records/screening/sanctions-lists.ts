import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { asc, eq, isNull } from 'drizzle-orm'
import { LIST_NAMES, type ListFormat, ListSource, type ListStamp } from '#contract/sanctions.ts'
import { londonDate, type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import { MATCHER_VERSION, nameKeys, numberKey } from '#domain/screening/screening-keys.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'
import type { ListInForce } from '#domain/screening/screening-standing.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import {
  type SanctionsListRow,
  sanctionsEntries,
  sanctionsLists,
} from '#server/platform/database/schema/sanctions.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import { ListError } from '#server/platform/sanctions/list-error.ts'
import { type ReadList, readList } from '#server/platform/sanctions/read-list.ts'

const SOURCE_OF: Readonly<Record<ListFormat, ListSource>> = { 'uk-csv': 'uk', 'uk-xml': 'uk', 'un-xml': 'un' }
const ROWS_AT_ONCE = 250
/** A list does not halve from one day to the next; a file that was cut off does. */
const LEAST_SHARE = 0.5
const SAMPLE = fileURLToPath(new URL('../../platform/sanctions/sample-list.csv', import.meta.url))

/** A list in force, as rows of screenings name it. */
export interface ForceList extends ListInForce {
  stamp: ListStamp
}

interface Import {
  now: Date
  /** Takes a list that is older than the one in force, or much shorter. */
  force?: boolean
  /** What has to happen in the same transaction. */
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
 * Puts a list into force in the place of the one of its source, whole or not at all; the sample gives way to any real
 * one. Gives a sentence; throws ListError for a list that is older or much shorter than the one in force.
 */
export async function importList(database: Database, list: ReadList, options: Import): Promise<string> {
  return putInForce(database, list, SOURCE_OF[list.format], options)
}

/** Brings the sample into a database that has never had a list, so that every screen shows something (choices §6). */
export async function importSample(database: Database, now: Date): Promise<void> {
  const [known] = await database.db.select({ id: sanctionsLists.id }).from(sanctionsLists).limit(1)
  if (!known) await putInForce(database, await readList(SAMPLE), 'sample', { now })
}

/** Takes the list of a source out of force, as where it is not to be asked any more. Gives a sentence. */
export async function dropList(database: Database, source: ListSource, now: Date): Promise<string> {
  return database.transaction(async (tx) => {
    await tx.$client.query('lock table sanctions_lists in exclusive mode')
    const former = (await listsInForce(tx)).find((list) => list.source === source)
    if (!former) return `There is no ${LIST_NAMES[source]} in force.`
    await retire(tx, former.id, now)
    await recordEvent(tx, {
      at: now,
      type: 'sanctions.dropped',
      actor: { kind: 'system' },
      before: former.stamp,
    })
    return `The ${LIST_NAMES[source]} is no longer in force. Everyone is screened again without it.`
  })
}

/**
 * Indexes the lists in force again where a former version of the look-up did it. Each becomes a list of its own with the
 * same stamp, so that everybody is screened again. Gives how many there were.
 */
export async function renewLists(database: Database, now: Date): Promise<number> {
  const isOld = (list: SanctionsListRow) => list.matcher !== MATCHER_VERSION
  if (!(await listsInForce(database.db)).some(isOld)) return 0
  return database.transaction(async (tx) => {
    await tx.$client.query('lock table sanctions_lists in exclusive mode')
    const old = (await listsInForce(tx)).filter(isOld)
    for (const { id, format, entries, stamp, publishedOn } of old) {
      const rows = await tx
        .select({ data: sanctionsEntries.data })
        .from(sanctionsEntries)
        .where(eq(sanctionsEntries.listId, id))
      await retire(tx, id, now)
      await storeList(
        tx,
        { ...stamp, publishedOn, format, entries, importedAt: now },
        rows.map(({ data }) => rowOf(data)),
      )
    }
    return old.length
  })
}

async function storeList(
  tx: Db,
  values: Omit<typeof sanctionsLists.$inferInsert, 'matcher'>,
  rows: readonly EntryRow[],
): Promise<void> {
  const [stored] = await tx
    .insert(sanctionsLists)
    .values({ ...values, matcher: MATCHER_VERSION })
    .returning({ id: sanctionsLists.id })
  if (!stored) throw new Error('An insert answers with its row')
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await insertEntries(tx, stored.id, rows.slice(at, at + ROWS_AT_ONCE))
}

async function putInForce(
  database: Database,
  list: ReadList,
  source: ListSource,
  { now, force, also }: Import,
): Promise<string> {
  const publishedOn = list.publishedOn ?? londonDate(now)
  const rows = list.entries.map(rowOf)
  return database.transaction(async (tx) => {
    // Of two imports one comes after the other.
    await tx.$client.query('lock table sanctions_lists in exclusive mode')
    const inForce = await listsInForce(tx)
    const former = inForce.find((one) => one.source === source)
    if (former?.sha256 === list.sha256)
      return `This ${LIST_NAMES[source]} is in force already: ${entriesText(former.entries)} of ${publishedOn}.`
    if (former && !force) refuseWorse(former, publishedOn, rows.length)
    for (const { id } of inForce.filter((one) => one.source === source || one.source === 'sample'))
      await retire(tx, id, now)
    const stamp: ListStamp = {
      source,
      version: list.publishedOn ?? `undated ${list.sha256.slice(0, 8)}`,
      sha256: list.sha256,
      publishedOn,
    }
    await storeList(
      tx,
      { ...stamp, publishedOn, format: list.format, entries: rows.length, importedAt: now },
      rows,
    )
    await recordEvent(tx, {
      at: now,
      type: 'sanctions.imported',
      actor: { kind: 'system' },
      before: former?.stamp,
      after: { ...stamp, entries: rows.length },
    })
    await also?.(tx)
    return `${LIST_NAMES[source]}: ${entriesText(rows.length)} of ${publishedOn} in force now. SHA-256 ${list.sha256}.`
  })
}

function refuseWorse(former: SanctionsListRow & ForceList, publishedOn: PlainDate, entries: number): void {
  if (publishedOn < former.publishedOn)
    throw new ListError(
      `This list is of ${publishedOn}, the one in force of ${former.publishedOn}. --force imports it all the same.`,
    )
  if (entries < former.entries * LEAST_SHARE)
    throw new ListError(
      `This list has ${entriesText(entries)}, the one in force ${former.entries}: it looks cut off. --force imports it all the same.`,
    )
}

function entriesText(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

async function retire(tx: Db, id: number, now: Date): Promise<void> {
  await tx.delete(sanctionsEntries).where(eq(sanctionsEntries.listId, id))
  await tx.update(sanctionsLists).set({ retiredAt: now }).where(eq(sanctionsLists.id, id))
}

interface EntryRow {
  ref: string
  kind: string
  data: ListedEntry
  hash: string
  keys: string[]
}

function rowOf(entry: ListedEntry): EntryRow {
  const keys = [
    ...entry.names.flatMap(({ text }) => nameKeys(text, entry.kind === 'person')),
    ...entry.numbers.map(numberKey),
  ]
  const hash = createHash('sha256').update(JSON.stringify(entry)).digest('hex')
  return { ref: entry.ref, kind: entry.kind, data: entry, hash, keys: [...new Set(keys)] }
}

async function insertEntries(tx: Db, listId: number, rows: readonly EntryRow[]): Promise<void> {
  await tx.$client.query(
    `insert into sanctions_entries (list_id, ref, kind, data, hash, keys)
     select $1, e.ref, e.kind, e.data, e.hash, e.keys
     from jsonb_to_recordset($2::jsonb) as e (ref text, kind text, data jsonb, hash text, keys text[])`,
    [listId, JSON.stringify(rows)],
  )
}
