import type { Database } from './platform/database/database.ts'
import type { WrappedKey } from './platform/files/envelope.ts'
import type { FileVault } from './platform/files/file-vault.ts'

const ROWS_AT_ONCE = 500
/** What has wrapped keys, by their primary keys. */
const TABLES = ['documents', 'data_exports'] as const

export interface RewrapReport {
  rewrapped: number
  /** Rows that could not be rewrapped: their key is not configured, or their wrapping was altered. */
  faults: string[]
}

interface Parts {
  database: Database
  files: Pick<FileVault, 'rewrap' | 'keyId'>
}

interface Row extends WrappedKey {
  id: string
}

/**
 * Wraps every file's key with the newest of `DOCUMENT_KEYS`, in batches that are each a transaction. It can be stopped at any
 * moment and run again, by several at once as well; no file is read. `onBatch` is told of each batch how many it
 * rewrapped, and may refuse to carry on.
 */
export async function rewrapKeys(
  { database, files }: Parts,
  options: { signal?: AbortSignal; onBatch?: (rewrapped: number) => unknown } = {},
): Promise<RewrapReport> {
  const report: RewrapReport = { rewrapped: 0, faults: [] }
  for (const table of TABLES) {
    let after = '00000000-0000-0000-0000-000000000000'
    while (!options.signal?.aborted) {
      const batch = await database.transaction(async ({ $client }) => {
        const { rows } = await $client.query<Row>(
          `select id, wrapped_key as "wrappedKey", key_id as "keyId" from ${table}
           where id > $1 and key_id <> $2 order by id limit $3 for update`,
          [after, files.keyId, ROWS_AT_ONCE],
        )
        const done: Row[] = []
        const faults: string[] = []
        for (const row of rows) {
          try {
            done.push({ id: row.id, ...files.rewrap(row) })
          } catch (error) {
            faults.push(`${table} ${row.id}: ${(error as Error).message}`)
          }
        }
        await $client.query(
          `update ${table} t set wrapped_key = given.wrapped, key_id = given.key
           from unnest($1::uuid[], $2::text[], $3::text[]) as given (id, wrapped, key) where t.id = given.id`,
          [
            done.map(({ id }) => id),
            done.map(({ wrappedKey }) => wrappedKey),
            done.map(({ keyId }) => keyId),
          ],
        )
        return { last: rows.at(-1)?.id, done: done.length, faults }
      })
      if (batch.last === undefined) break
      after = batch.last
      report.rewrapped += batch.done
      report.faults.push(...batch.faults)
      await options.onBatch?.(batch.done)
    }
  }
  return report
}

/** How many files each key still wraps. */
export async function filesByKey({ pool }: Database): Promise<{ key: string; files: number }[]> {
  const { rows } = await pool.query<{ key: string; files: number }>(
    `select key_id as key, sum(n)::int as files from (
       select key_id, count(*) as n from documents group by 1
       union all select key_id, count(*) from data_exports where key_id is not null group by 1
     ) counted group by 1 order by 1`,
  )
  return rows
}

/** How many files have a key that is not wrapped with the newest one. */
export async function countOfOlderKeys({ database, files }: Parts): Promise<number> {
  const counts = (await filesByKey(database)).filter(({ key }) => key !== files.keyId)
  return counts.reduce((sum, { files: n }) => sum + n, 0)
}
