import pg from 'pg'
import type { Database } from '#server/platform/database/database.ts'
import { databaseErrorCode } from '#server/platform/database/database-faults.ts'
import { noteMove } from '#server/platform/database/installation.ts'
import { migrateDatabase, unhurried } from '#server/platform/database/migrate.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import type { Command } from './command.ts'
import {
  addMonthOfEvents,
  selectColumnTypes,
  selectForeignKeys,
  selectTracesOfUse,
  selectWhetherStrange,
  updateToMaintenance,
} from './commands.sql.ts'
import { refusalOf } from './refusal.ts'

const ROWS_AT_ONCE = 500

/** Where rows are asked of, and where they go: connections without the pools' limits on time. */
interface Both {
  from: pg.PoolClient
  to: pg.Client
}

/**
 * Moves the embedded database to PostgreSQL, whole or not at all: one transaction there, compared row by row before it is
 * committed. The files stay where they are, and so does the embedded database, which can be read only from then on.
 */
export const moveToPostgres: Command = {
  usage: [['move-to-postgres URL', 'move the embedded database to an empty PostgreSQL database']],
  parse: ([url, ...more]) => {
    if (!url || !/^postgres(ql)?:\/\//.test(url) || more.length > 0) return undefined
    return async ({ config, database }) => {
      if (config.database)
        throw new Error('DATABASE_URL is set. Leave it out here: it is the embedded database that is moved.')
      await refuseStrangers(url)
      const target = openPostgres(url, 2)
      try {
        await migrateDatabase(target).catch((error: unknown) => {
          throw databaseErrorCode(error) === '42501'
            ? new Error(`${refusalOf(error, url, 'the address')} Its owner has to be the account.`)
            : error
        })
        const { tables, rows } = await moveAll(database, url)
        const ledger = await verifyLedger(target)
        const says = [
          `${rows} rows of ${tables} tables were moved, and each is the same on both sides.`,
          `The ledger: ${ledger.checked} events checked, ${ledger.faults.length} faults.`,
          'Start with DATABASE_URL from now on, and keep DATA_DIR: the documents and the keys are still in it.',
          'The embedded database is left as it was, in maintenance.',
        ]
        return { says: says.join('\n'), faults: ledger.faults }
      } finally {
        await target.close()
      }
    }
  },
}

/** A database with tables of something else is never migrated. Throws a sentence where there are any. */
async function refuseStrangers(url: string): Promise<void> {
  await connected(url, async (to) => {
    const { rows } = await selectWhetherStrange(to)
    if (rows[0]?.strange)
      throw new Error('There are tables of something else in that database. Give an empty one.')
  })
}

async function moveAll(database: Database, url: string): Promise<{ tables: number; rows: number }> {
  const pooled = await database.pool.connect()
  const from = unhurried(pooled)
  try {
    return await connected(url, async (to) => {
      for (const side of [from, to]) {
        await side.query('begin isolation level repeatable read')
        // So that both write the same value by the same text.
        await side.query("set local timezone = 'UTC'")
        await side.query("set local datestyle = 'ISO'")
      }
      const moved = await moveInTransaction({ from, to })
      await noteMove(to)
      await to.query('commit')
      // Two databases that take changes would each believe that the files are theirs.
      await updateToMaintenance(from)
      await from.query('commit')
      return moved
    })
  } finally {
    pooled.release(true)
  }
}

async function moveInTransaction(both: Both): Promise<{ tables: number; rows: number }> {
  const { from, to } = both
  // A process that would start on it meanwhile waits here, and then finds an installation.
  await to.query('lock table installation in access exclusive mode')
  await refuseUsed(to)
  const tables = await namesOf(
    from,
    // A partition is reached by its table.
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const foreignKeys = await selectForeignKeys(to)
  // Tables refer to each other in circles: all of it is checked once everything is there.
  for (const { table, name } of foreignKeys.rows)
    await to.query(`alter table ${table} drop constraint ${name}`)
  await moveMonths(both)
  let rows = 0
  for (const table of tables) rows += await moveTable(both, table)
  for (const { table, name, definition } of foreignKeys.rows)
    await to.query(`alter table ${table} add constraint ${name} ${definition}`)
  await moveSequences(both)
  return { tables: tables.length, rows }
}

/** Throws a sentence where a process has started on the database, or where people are in it already. */
async function refuseUsed(to: pg.Client): Promise<void> {
  const { rows } = await selectTracesOfUse(to)
  if (rows.length > 0) throw new Error('Verdaccord is in that database already. Give an empty one.')
}

/** Gives the ledger the tables of months that it has had so far: each takes its own range of numbers. */
async function moveMonths({ from, to }: Both): Promise<void> {
  const months = 'select quote_ident(name) as name, month from events_months() order by first_id'
  const [first, ...more] = (await from.query<{ name: string; month: string }>(months)).rows
  const { rows } = await to.query<{ name: string; month: string }>(months)
  if (first && rows[0] && rows[0].name !== first.name)
    await to.query(`alter table ${rows[0].name} rename to ${first.name}`)
  for (const { month } of more) await addMonthOfEvents(to, [month])
}

/** What the migrations have put into a new table goes first; triggers have done their part where the row was made. */
async function moveTable({ from, to }: Both, table: string): Promise<number> {
  const columns = await namesOf(
    from,
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    table,
  )
  const types = await selectColumnTypes(to, [table])
  const typeOf = new Map(types.rows.map(({ name, type }) => [name, type]))
  await to.query(`alter table ${table} disable trigger user`)
  await to.query(`delete from ${table}`)
  const insert = `insert into ${table} (${columns.join()}) overriding system value
    select ${columns.map((name) => `${name}::${typeOf.get(name)}`).join()}
    from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join()}) as given (${columns.join()})`
  await from.query(
    `declare rows no scroll cursor for select ${columns.map((name) => `${name}::text`).join()} from ${table}`,
  )
  let count = 0
  for (;;) {
    const { rows } = await from.query<(string | null)[]>({
      text: `fetch ${ROWS_AT_ONCE} from rows`,
      rowMode: 'array',
    })
    if (rows.length === 0) break
    await to.query(
      insert,
      columns.map((_, index) => rows.map((row) => row[index])),
    )
    count += rows.length
  }
  await from.query('close rows')
  await to.query(`alter table ${table} enable trigger user`)
  await compare({ from, to }, table, columns)
  return count
}

/** Throws where the two sides of a table are not the same, whatever the order of their rows. */
async function compare({ from, to }: Both, table: string, columns: string[]): Promise<void> {
  const hash = `select count(*)::text as count,
      coalesce(sum(('x' || substr(md5(row(${columns.map((name) => `${name}::text`).join()})::text), 1, 15))::bit(60)::bigint), 0)::text as sum
    from ${table}`
  const [source, copy] = await Promise.all([from, to].map((side) => side.query(hash)))
  if (JSON.stringify(source?.rows) !== JSON.stringify(copy?.rows))
    throw new Error(`The table ${table} did not arrive as it was, so nothing was moved.`)
}

async function moveSequences({ from, to }: Both): Promise<void> {
  const names = await namesOf(
    from,
    "select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'",
  )
  for (const name of names) {
    const { rows } = await from.query(`select last_value::text as last, is_called as called from ${name}`)
    await to.query('select setval($1::regclass, $2, $3)', [name, rows[0]?.last, rows[0]?.called])
  }
}

async function namesOf(
  side: pg.PoolClient | pg.Client,
  question: string,
  ...values: string[]
): Promise<string[]> {
  const { rows } = await side.query<{ name: string }>(question, values)
  return rows.map(({ name }) => name)
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'verdaccord move' })
  await client.connect().catch((error: unknown) => {
    throw new Error(refusalOf(error, url, 'the address'))
  })
  try {
    return await work(client)
  } finally {
    // What is not committed by now is rolled back by it.
    await client.end()
  }
}
