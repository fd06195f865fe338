import { placeOf, SEALED_TABLES, type SealedTable } from '#server/model/schema/sealed-columns.ts'
import { as, composed, NO_ROWS } from '#server/platform/database/statement.ts'
import { AlteredValueError, type FieldCipher, type FieldPlace } from '#server/platform/fields/field-cipher.ts'
import type { Services } from '#server/services.ts'
import { announceSealing } from './housekeeping.sql.ts'

const ROWS_AT_ONCE = 500

type Parts = Pick<Services, 'database' | 'fields'>

/** The result of `sealFields`, with the values it skipped because they were altered or belong elsewhere. */
export interface SealReport {
  sealed: number
  faults: string[]
  /** The places of values that were altered or belong elsewhere. */
  refused: FieldPlace[]
}

/**
 * Encrypts what a former release has stored in plain text, and re-encrypts with the newest of `DOCUMENT_KEYS`
 * what an older one has encrypted, in batches of one transaction each. It can be stopped at any moment and run
 * again, also concurrently. `onBatch` gets the number of rows each batch changed and may throw to stop.
 */
export async function sealFields(
  parts: Parts,
  options: { signal?: AbortSignal; onBatch?: (sealed: number) => unknown } = {},
): Promise<SealReport> {
  const report: SealReport = { sealed: 0, faults: [], refused: [] }
  for (const table of SEALED_TABLES) {
    let after: readonly string[] = table.key.map(({ start }) => start)
    while (!options.signal?.aborted) {
      const batch = await sealBatch(parts, table, after)
      if (!batch.last) break
      after = batch.last
      report.sealed += batch.sealed
      report.faults.push(...batch.faults)
      report.refused.push(...batch.refused)
      await options.onBatch?.(batch.sealed)
    }
  }
  return report
}

async function sealBatch(
  { database, fields }: Parts,
  sealed: SealedTable,
  after: readonly string[],
): Promise<SealReport & { last: string[] | undefined }> {
  const { table, key, name, values } = sealed
  const keys = key.map(({ column }) => `t.${column}`).join(', ')
  return database.transaction(async (tx) => {
    // Rows being changed at this moment are encrypted by that change, or found by the next run.
    const { rows } = await composed(tx, {
      text: `select array[${key.map(({ column }) => `t.${column}::text`).join(', ')}] as key, ${name('t.user_id')} as name,
         array[${values.map(({ read }) => read).join(', ')}] as stored
       from ${table} t
       where (${keys}) > (${key.map(({ type }, at) => `$${at + 3}::${type}`).join(', ')}) and (${isDue(sealed, '$1')})
       order by ${keys} limit $2 for update skip locked`,
      values: [`${fields.newestPrefix}%`, ROWS_AT_ONCE, ...after],
      gives: { key: 'text[]', name: 'text', stored: as<(string | null)[]>('text[]') },
    })
    const faults: string[] = []
    const refused: FieldPlace[] = []
    const done = rows.flatMap((row) => {
      try {
        return [{ key: row.key, stored: resealed(fields, sealed, row) }]
      } catch (error) {
        faults.push(`${table} ${row.key.join(' ')}: ${(error as Error).message}`)
        if (error instanceof AlteredValueError) refused.push(error.place)
        return []
      }
    })
    const columns = [
      ...key.map(({ type }, at) => ({ as: `k${at}`, type, of: done.map((row) => row.key[at]) })),
      ...values.map((_, at) => ({ as: `v${at}`, type: 'text', of: done.map((row) => row.stored[at]) })),
    ]
    // The rows' meaning stays the same, so triggers must do nothing.
    await announceSealing(tx)
    await composed(tx, {
      text: `update ${table} t set ${values.map(({ write }, at) => write(`given.v${at}`)).join(', ')}
       from unnest(${columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')})
         as given (${columns.map(({ as }) => as).join(', ')})
       where ${key.map(({ column }, at) => `t.${column} = given.k${at}`).join(' and ')}`,
      values: columns.map(({ of }) => of),
      gives: NO_ROWS,
    })
    return { last: rows.at(-1)?.key, sealed: done.length, faults, refused }
  })
}

function resealed(
  fields: FieldCipher,
  { table, values }: SealedTable,
  { name, stored }: { name: string; stored: (string | null)[] },
) {
  return values.map((value, at) => {
    const kept = stored[at]
    if (!kept) return kept
    const place = placeOf(table, value, name)
    const text = fields.open(kept, place)
    return value.isAlike ? fields.sealAlike(text, place) : fields.seal(text, place)
  })
}

/** How many rows have a value that the newest key hasn't encrypted. */
export async function countUnsealed({ database, fields }: Parts): Promise<number> {
  let sum = 0
  for (const sealed of SEALED_TABLES) {
    const { rows } = await composed(database.pool, {
      text: `select count(*)::int as n from ${sealed.table} t where ${isDue(sealed, '$1')}`,
      values: [`${fields.newestPrefix}%`],
      gives: { n: 'int4' },
    })
    sum += rows[0]?.n ?? 0
  }
  return sum
}

function isDue({ values }: SealedTable, prefix: string): string {
  return values.map(({ read }) => `((${read}) <> '' and (${read}) not like ${prefix})`).join(' or ')
}
