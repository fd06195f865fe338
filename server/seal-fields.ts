import type { Services } from './services.ts'

const ROWS_AT_ONCE = 500

/** The columns that are kept encrypted, and what names their rows for it. */
const ENCRYPTED = [
  { table: 'mails', name: 'message_key', columns: ['html', 'text', 'unsubscribe_url'] },
] as const

type Encrypted = (typeof ENCRYPTED)[number]
type Parts = Pick<Services, 'database' | 'fields'>

/**
 * Encrypts what a former release has written in the clear, and what an older of `DOCUMENT_KEYS` has encrypted, with the
 * newest one, in batches that are each a transaction. It can be stopped at any moment and run again, by several at once as
 * well. Returns how many rows it changed; `onBatch` is told of each batch how many, and may refuse to carry on.
 */
export async function sealFields(
  parts: Parts,
  options: { signal?: AbortSignal; onBatch?: (sealed: number) => unknown } = {},
): Promise<number> {
  let sum = 0
  for (const encrypted of ENCRYPTED) {
    let after = '0'
    while (!options.signal?.aborted) {
      const batch = await sealBatch(parts, encrypted, after)
      if (batch.last === undefined) break
      after = batch.last
      sum += batch.sealed
      await options.onBatch?.(batch.sealed)
    }
  }
  return sum
}

async function sealBatch(
  { database, fields }: Parts,
  { table, name, columns }: Encrypted,
  after: string,
): Promise<{ last: string | undefined; sealed: number }> {
  return database.transaction(async ({ $client }) => {
    // What is being changed at this moment is encrypted by that, or found by the next run.
    const { rows } = await $client.query<Record<string, string | null>>(
      `select id::text as id, ${name} as name, ${columns.join(', ')} from ${table} t
       where t.id > $1 and (${notSealed(columns, '$2')}) order by t.id limit $3 for update skip locked`,
      [after, `${fields.newestPrefix}%`, ROWS_AT_ONCE],
    )
    const sealed = rows.map((row) =>
      columns.map((column) => {
        const stored = row[column]
        const place = [table, column, String(row.name)] as const
        return stored ? fields.seal(fields.open(stored, place), place) : stored
      }),
    )
    const arrays = columns.map((_, at) => `$${at + 2}::text[]`)
    await $client.query(
      `update ${table} t set ${columns.map((column) => `${column} = given.${column}`).join(', ')}
       from unnest($1::bigint[], ${arrays.join(', ')}) as given (id, ${columns.join(', ')}) where t.id = given.id`,
      [rows.map(({ id }) => id), ...columns.map((_, at) => sealed.map((values) => values[at]))],
    )
    return { last: rows.at(-1)?.id ?? undefined, sealed: rows.length }
  })
}

/** How many rows have a value that the newest key has not encrypted. */
export async function countUnsealed({ database, fields }: Parts): Promise<number> {
  let sum = 0
  for (const { table, columns } of ENCRYPTED) {
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${notSealed(columns, '$1')}`,
      [`${fields.newestPrefix}%`],
    )
    sum += rows[0]?.n ?? 0
  }
  return sum
}

function notSealed(columns: readonly string[], prefix: string): string {
  return columns.map((column) => `(${column} <> '' and ${column} not like ${prefix})`).join(' or ')
}
