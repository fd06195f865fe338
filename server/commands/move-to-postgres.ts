import pg from 'pg'
import { commitTransaction } from '#server/platform/database/database.sql.ts'
import type { Database } from '#server/platform/database/database.ts'
import { databaseErrorCode } from '#server/platform/database/database-faults.ts'
import { storeMove } from '#server/platform/database/installation.ts'
import { migrateDatabase, unhurried } from '#server/platform/database/migrate.ts'
import { selectEventTables } from '#server/platform/database/migrations.sql.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { composed, NO_ROWS } from '#server/platform/database/statement.ts'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import { type Command, commandRefusal, counted, refuseMore, WrongArguments } from './command.ts'
import {
  addMonthOfEvents,
  beginToMove,
  closeRows,
  lockInstallation,
  selectColumnTypes,
  selectForeignKeys,
  selectSequences,
  selectTables,
  selectTracesOfUse,
  selectWhetherStrange,
  selectWrittenColumns,
  setSameText,
  setSequence,
  updateToMaintenance,
} from './commands.sql.ts'

const ROWS_AT_ONCE = 500

/** Source and target of rows: connections without the pools' timeouts. */
interface Both {
  from: pg.PoolClient
  to: pg.Client
}

/**
 * Moves the embedded database to PostgreSQL, completely or not at all: one transaction there, compared row by
 * row before it commits. The files stay where they are, and so does the embedded database, which is read-only
 * from then on.
 */
export const moveToPostgres: Command = {
  usage: [['move-to-postgres URL', 'move the embedded database to an empty PostgreSQL database']],
  parse: ([url, ...more]) => {
    if (!url || !/^postgres(ql)?:\/\//.test(url))
      throw new WrongArguments(
        'Give the address of the new database, as postgres://user:password@host/database.',
      )
    refuseMore(more)
    return async ({ config, database }) => {
      if (config.database)
        throw new Error('DATABASE_URL is set. Leave it out here: it is the embedded database that is moved.')
      await refuseStrangers(url)
      const target = openPostgres(url, 2)
      try {
        await migrateDatabase(target).catch((error: unknown) => {
          throw databaseErrorCode(error) === '42501'
            ? new Error(`${commandRefusal(error, url, 'the address')} Its owner has to be the account.`)
            : error
        })
        const { tables, rows } = await moveAll(database, url)
        const ledger = await verifyLedger(target)
        const says = [
          `${rows} rows of ${tables} tables were moved, and each is the same on both sides.`,
          `The ledger: ${counted(ledger.checked, 'event')} checked, ${counted(ledger.faults.length, 'fault')}.`,
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

/** A database with other tables is never migrated. Throws a sentence if there are any. */
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
        await beginToMove(side)
        await setSameText(side)
      }
      const moved = await moveInTransaction({ from, to })
      await storeMove(to)
      await commitTransaction(to)
      // If both databases accepted changes, each would believe that the files are its own.
      await updateToMaintenance(from)
      await commitTransaction(from)
      return moved
    })
  } finally {
    pooled.release(true)
  }
}

async function moveInTransaction(both: Both): Promise<{ tables: number; rows: number }> {
  const { from, to } = both
  // A process starting on it meanwhile waits here, and then finds an installation.
  await lockInstallation(to)
  await refuseUsed(to)
  const tables = await selectTables(from)
  const foreignKeys = await selectForeignKeys(to)
  // Tables refer to each other in cycles: constraints are checked once everything is there.
  for (const { table, name } of foreignKeys.rows)
    await composed(to, { text: `alter table ${table} drop constraint ${name}`, gives: NO_ROWS })
  await moveMonths(both)
  let rows = 0
  for (const { name } of tables.rows) rows += await moveTable(both, name)
  for (const { table, name, definition } of foreignKeys.rows)
    await composed(to, { text: `alter table ${table} add constraint ${name} ${definition}`, gives: NO_ROWS })
  await moveSequences(both)
  return { tables: tables.rows.length, rows }
}

/** Throws a sentence if a process has started on the database, or there are people in it already. */
async function refuseUsed(to: pg.Client): Promise<void> {
  const { rows } = await selectTracesOfUse(to)
  if (rows.length > 0) throw new Error('Verdaccord is in that database already. Give an empty one.')
}

/** Creates the ledger's monthly partitions with the ranges they had. */
async function moveMonths({ from, to }: Both): Promise<void> {
  const [first, ...more] = (await selectEventTables(from)).rows
  const { rows } = await selectEventTables(to)
  if (first && rows[0] && rows[0].name !== first.name)
    await composed(to, { text: `alter table ${rows[0].name} rename to ${first.name}`, gives: NO_ROWS })
  for (const { month } of more) await addMonthOfEvents(to, [month])
}

/** What migrations put into new tables is deleted first; triggers did their work when the row was created. */
async function moveTable({ from, to }: Both, table: string): Promise<number> {
  const columns = (await selectWrittenColumns(from, [table])).rows.map(({ name }) => name)
  const types = await selectColumnTypes(to, [table])
  const typeOf = new Map(types.rows.map(({ name, type }) => [name, type]))
  await composed(to, { text: `alter table ${table} disable trigger user`, gives: NO_ROWS })
  await composed(to, { text: `delete from ${table}`, gives: NO_ROWS })
  const insert = `insert into ${table} (${columns.join()}) overriding system value
    select ${columns.map((name) => `${name}::${typeOf.get(name)}`).join()}
    from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join()}) as given (${columns.join()})`
  const texts = columns.map((name, index) => `${name}::text as c${index}`)
  const gives = Object.fromEntries(columns.map((_, index) => [`c${index}`, 'text?' as const]))
  await composed(from, {
    text: `declare rows no scroll cursor for select ${texts.join()} from ${table}`,
    gives: NO_ROWS,
  })
  let count = 0
  for (;;) {
    const { rows } = await composed(from, { text: `fetch ${ROWS_AT_ONCE} from rows`, gives })
    if (rows.length === 0) break
    await composed(to, {
      text: insert,
      values: columns.map((_, index) => rows.map((row) => row[`c${index}`])),
      gives: NO_ROWS,
    })
    count += rows.length
  }
  await closeRows(from)
  await composed(to, { text: `alter table ${table} enable trigger user`, gives: NO_ROWS })
  await compare({ from, to }, table, columns)
  return count
}

/** Throws if the two sides of a table differ, whatever the order of their rows. */
async function compare({ from, to }: Both, table: string, columns: string[]): Promise<void> {
  const hash = `select count(*)::text as count,
      coalesce(sum(('x' || substr(md5(row(${columns.map((name) => `${name}::text`).join()})::text), 1, 15))::bit(60)::bigint), 0)::text as sum
    from ${table}`
  const [source, copy] = await Promise.all(
    [from, to].map((side) => composed(side, { text: hash, gives: { count: 'text', sum: 'text' } })),
  )
  if (JSON.stringify(source?.rows) !== JSON.stringify(copy?.rows))
    throw new Error(`The table ${table} did not arrive as it was, so nothing was moved.`)
}

async function moveSequences({ from, to }: Both): Promise<void> {
  for (const { name } of (await selectSequences(from)).rows) {
    const { rows } = await composed(from, {
      text: `select last_value as last, is_called as called from ${name}`,
      gives: { last: 'int8', called: 'bool' },
    })
    if (rows[0]) await setSequence(to, [name, rows[0].last, rows[0].called])
  }
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'verdaccord move' })
  await client.connect().catch((error: unknown) => {
    throw new Error(commandRefusal(error, url, 'the address'))
  })
  try {
    return await work(client)
  } finally {
    // Rolls back anything uncommitted.
    await client.end()
  }
}
