import { and, gt, isNotNull, ne, notLike, or, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import {
  DOCUMENT_FAULTS,
  type DocumentFault,
  documentBinding,
  documentFault,
  exportBinding,
} from '#server/model/documents/document-proof.ts'
import { type DocumentRow, documents } from '#server/model/schema/documents.ts'
import { dataExports } from '#server/model/schema/privacy.ts'
import type { Database } from '#server/platform/database/database.ts'
import { composed, NO_ROWS } from '#server/platform/database/statement.ts'
import type { Binding, WrappedKey } from '#server/platform/files/envelope.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'
import { countFilesByKey, countOlderKeys } from './housekeeping.sql.ts'

const ROWS_AT_ONCE = 500
/** How many former releases' files are read at once. */
const READ_AT_ONCE = 4
/** The prefix of a bound key, as `KeyRing` writes it. */
const BOUND = 'b1.%'

export interface RewrapReport {
  rewrapped: number
  /**
   * Rows that couldn't be rewrapped: their key isn't configured, the wrapped key was altered, or they were
   * refused.
   */
  faults: string[]
  /** Those of them that are documents other than the uploaded ones. */
  refused: { row: DocumentRow; fault: DocumentFault }[]
}

interface Parts {
  database: Database
  files: Pick<FileVault, 'rewrap' | 'keyId' | 'open' | 'isBound' | 'opensFor'>
}

interface Row extends WrappedKey {
  id: string
  binding: Binding
  document?: DocumentRow
}

/**
 * Wraps every file's key with the newest of `DOCUMENT_KEYS`, and binds former releases' keys to their
 * documents, in batches. It can be stopped at any moment and run again, also concurrently. A file is read only
 * when its key is bound for the first time, because nothing else proves then that it is the one that was
 * uploaded (security R47). `onBatch` gets each batch's count and may throw to stop.
 */
export async function rewrapKeys(
  parts: Parts,
  options: { signal?: AbortSignal; onBatch?: (rewrapped: number) => unknown } = {},
): Promise<RewrapReport> {
  const report: RewrapReport = { rewrapped: 0, faults: [], refused: [] }
  const limited = pLimit(READ_AT_ONCE)
  for (const table of ['documents', 'data_exports'] as const) {
    let after = '00000000-0000-0000-0000-000000000000'
    while (!options.signal?.aborted) {
      const rows = await (table === 'documents' ? documentsAfter : exportsAfter)(parts, after)
      const last = rows.at(-1)
      if (!last) break
      const tried = await Promise.all(rows.map((row) => limited(() => rewrapped(parts, table, row, report))))
      const done = await store(
        parts.database,
        table,
        tried.flatMap((rewrapped) => rewrapped ?? []),
      )
      after = last.id
      report.rewrapped += done
      await options.onBatch?.(done)
    }
  }
  return report
}

async function documentsAfter({ database: { db }, files }: Parts, after: string): Promise<Row[]> {
  const rows = await db
    .select()
    .from(documents)
    .where(
      and(
        gt(documents.id, after),
        or(ne(documents.keyId, files.keyId), notLike(documents.wrappedKey, BOUND)),
      ),
    )
    .orderBy(documents.id)
    .limit(ROWS_AT_ONCE)
  return rows.map((row) => ({
    id: row.id,
    wrappedKey: row.wrappedKey,
    keyId: row.keyId,
    binding: documentBinding(row),
    document: row,
  }))
}

/** A former release's exports stay as they are: they are refused, and gone within days. */
async function exportsAfter({ database: { db }, files }: Parts, after: string): Promise<Row[]> {
  const rows = await db
    .select()
    .from(dataExports)
    .where(
      and(
        gt(dataExports.id, after),
        ne(dataExports.keyId, files.keyId),
        isNotNull(dataExports.storageKey),
        sql`${dataExports.wrappedKey} like ${BOUND}`,
      ),
    )
    .orderBy(dataExports.id)
    .limit(ROWS_AT_ONCE)
  return rows.flatMap(({ storageKey, wrappedKey, keyId, ...row }) =>
    storageKey && wrappedKey && keyId
      ? [{ id: row.id, wrappedKey, keyId, binding: exportBinding(row, storageKey) }]
      : [],
  )
}

interface Rewrapped extends WrappedKey {
  id: string
  former: string
}

/** A row's new key; undefined, and reported, if there can be none. */
async function rewrapped(
  { database, files }: Parts,
  table: string,
  { id, binding, document, ...wrapped }: Row,
  report: RewrapReport,
): Promise<Rewrapped | undefined> {
  try {
    const isFirst = document && !files.isBound(wrapped)
    const fault = isFirst && (await documentFault(database.db, files, document))
    if (fault) {
      report.faults.push(`${table} ${id}: ${DOCUMENT_FAULTS[fault]}`)
      report.refused.push({ row: document, fault })
      return undefined
    }
    return { id, former: wrapped.wrappedKey, ...files.rewrap(wrapped, binding) }
  } catch (error) {
    report.faults.push(`${table} ${id}: ${(error as Error).message}`)
    return undefined
  }
}

/** Skips rows that changed meanwhile; the next run finds them. */
async function store({ pool }: Database, table: string, rows: Rewrapped[]): Promise<number> {
  const { rowCount } = await composed(pool, {
    text: `update ${table} t set wrapped_key = given.wrapped, key_id = given.key
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as given (id, wrapped, key, former)
     where t.id = given.id and t.wrapped_key = given.former`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ wrappedKey }) => wrappedKey),
      rows.map(({ keyId }) => keyId),
      rows.map(({ former }) => former),
    ],
    gives: NO_ROWS,
  })
  return rowCount ?? 0
}

/** How many files each key still wraps. */
export async function filesByKey({ pool }: Database): Promise<{ key: string; files: number }[]> {
  const { rows } = await countFilesByKey(pool)
  return rows
}

/** How many files have a key that isn't wrapped with the newest one, or not bound yet. */
export async function countOfOlderKeys({ database: { pool }, files }: Parts): Promise<number> {
  const { rows } = await countOlderKeys(pool, [files.keyId, BOUND])
  return rows[0]?.n ?? 0
}
