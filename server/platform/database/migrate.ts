import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { DAY_MS } from '#domain/plain-date.ts'
import { beginTransaction, commitTransaction, rollBackTransaction } from './database.sql.ts'
import type { Database } from './database.ts'
import { databaseErrorCode } from './database-faults.ts'
import { storeMigration } from './installation.ts'
import { FILLS, type MigrationFile, readJournal, readMigrations } from './migration-files.ts'
import {
  deletePending,
  insertMigration,
  insertPending,
  makeMigrationsSchema,
  makeMigrationsTable,
  makePendingTable,
  selectIndexOfParts,
  selectLastMigration,
  selectLongestAtWork,
  selectParts,
  selectPending,
  selectWhetherAhead,
  selectWhetherIndexValid,
  selectWhetherMigrated,
  setNoTimeout,
  tryLock,
  unlock,
} from './migrations.sql.ts'
import { composed, NO_ROWS } from './statement.ts'

/** An arbitrary number, the same for every process of the product. */
const MIGRATION_LOCK = 7_301_984
const LOOK_AGAIN_MS = 200

/**
 * How long a migration waits for a table lock at a time. Requests for that table queue behind it for as long,
 * and it is shorter than PostgreSQL's one second before it looks for deadlocks: the migration backs off, never
 * a request.
 */
const LOCK_WAIT_MS = 500
/** PostgreSQL's codes for a lock timeout and for a deadlock. */
const OTHERS_AT_WORK = ['55P03', '40P01']
const LONGEST_STEP_BACK_MS = 5_000

/** The folder of the migrations. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

type Log = Pick<FastifyBaseLogger, 'info'>
interface Work {
  client: pg.PoolClient
  log: Log | undefined
}

/**
 * Brings the schema up to date under an advisory lock: of processes that start together, one migrates while the
 * others wait. Each migration is one transaction, so a process killed half-way leaves it to the next (security
 * B03); afterwards indexes are created and new tables filled without blocking anyone. Logs which migrations
 * ran, whom they blocked and how long each took. If all are in already, one query tells (performance P10).
 */
export async function migrateDatabase(database: Database, log?: Log, folder = MIGRATIONS): Promise<void> {
  // An empty database has no table to query. Any other fault will stop the migration as well.
  if (await isMigrated(database, folder).catch(() => false)) return
  const pooled = await database.pool.connect()
  const work: Work = { client: unhurried(pooled), log }
  try {
    await setNoTimeout(work.client)
    await takeLock(work.client)
    await applyAll(work, await readMigrations(folder), database.kind === 'embedded')
    await storeMigration(work.client)
  } finally {
    await unlock(work.client, [MIGRATION_LOCK]).catch(() => {})
    // The connection has a changed setting and, after a failure, perhaps still the lock, so it isn't reused.
    pooled.release(true)
  }
}

/** Polls for the lock: a statement waiting for it would itself be waited for by a concurrent index creation. */
async function takeLock(client: pg.PoolClient): Promise<void> {
  while (!(await tryLock(client, [MIGRATION_LOCK])).rows[0]?.taken) await delay(LOOK_AGAIN_MS)
}

async function applyAll(work: Work, files: readonly MigrationFile[], isAlone: boolean): Promise<void> {
  const { client, log } = work
  for (const make of [makeMigrationsSchema, makeMigrationsTable, makePendingTable]) await make(client)
  const { rows } = await selectLastMigration(client)
  const last = rows[0]?.last ?? null
  const wanted = files.filter(({ madeAt }) => last === null || madeAt > Number(last))
  if (last === null) {
    // No one uses an empty database: one transaction, so that a killed first start leaves nothing behind.
    const started = performance.now()
    await inTransaction(client, async () => {
      for (const file of wanted) await apply(client, file, true)
    })
    return log?.info({ migrations: wanted.length, ms: since(started) }, 'The empty database was migrated')
  }
  if (wanted.length > 0)
    log?.info({ migrations: wanted.map(({ name, blocks }) => ({ name, blocks })) }, 'Migrations are applied')
  for (const file of wanted) {
    const started = performance.now()
    await applyAmongOthers(work, file, isAlone)
    const { name: migration, blocks } = file
    log?.info({ migration, blocks, ms: since(started) }, 'A migration was applied')
  }
  await doPending(work)
}

/**
 * Applies a migration while people work, who lock the same tables in their own order. If it doesn't get its
 * locks it rolls back, lets the others pass and tries again until it succeeds; the log names the
 * longest-running transaction.
 */
async function applyAmongOthers({ client, log }: Work, file: MigrationFile, isAlone: boolean): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(client, async () => {
        await composed(client, { text: `set local lock_timeout = ${LOCK_WAIT_MS}`, gives: NO_ROWS })
        await apply(client, file, isAlone)
      })
    } catch (error) {
      if (!OTHERS_AT_WORK.includes(databaseErrorCode(error) ?? '')) throw error
    }
    const longest = await longestAtWork(client)
    log?.info({ migration: file.name, attempt, longest }, 'A migration lets others pass and tries again')
    const wait = Math.min(LOOK_AGAIN_MS * 2 ** (attempt - 1), LONGEST_STEP_BACK_MS)
    await delay(wait * (0.5 + Math.random() / 2))
  }
}

/** The longest-running other transaction: perhaps a dump, or one that someone forgot to end. */
async function longestAtWork(client: pg.PoolClient): Promise<object | undefined> {
  return (await selectLongestAtWork(client)).rows[0]
}

/** Runs a migration and notes what remains to be done after it, or does that at once if no one else is connected. */
async function apply(client: pg.PoolClient, file: MigrationFile, isAlone: boolean): Promise<void> {
  for (const text of file.statements) await composed(client, { text, gives: NO_ROWS })
  for (const statement of file.afterwards) {
    if (isAlone && FILLS.test(statement)) await untilFilled(client, statement)
    else if (isAlone)
      await composed(client, { text: statement.replace(/\bconcurrently\b/i, ''), gives: NO_ROWS })
    else await insertPending(client, [file.name, statement])
  }
  await insertMigration(client, [file.hash, file.madeAt])
}

/** Fills a table in batches. Each is a transaction that records its progress, so a crash loses one batch at most. */
async function untilFilled(client: pg.PoolClient, text: string): Promise<void> {
  while ((await composed(client, { text, gives: { more: 'bool' } })).rows[0]?.more) {
    // The function reports when it is done.
  }
}

/**
 * Does what migrations have left to do. An index that exists already is only recorded; a fill resumes where it
 * stopped.
 */
async function doPending({ client, log }: Work): Promise<void> {
  const { rows } = await selectPending(client)
  for (const { id, migration, statement } of rows) {
    const started = performance.now()
    if (FILLS.test(statement)) {
      await untilFilled(client, statement)
      await deletePending(client, [id])
      log?.info({ migration, ms: since(started) }, 'A table was filled while others are used')
      continue
    }
    await makeIndex(client, statement)
    await deletePending(client, [id])
    log?.info(
      { migration, index: indexOf(statement), ms: since(started) },
      'An index was made while its table is used',
    )
  }
}

async function inTransaction(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await beginTransaction(client)
  try {
    await work()
    await commitTransaction(client)
  } catch (error) {
    await rollBackTransaction(client).catch(() => {})
    throw error
  }
}

/**
 * The connection without the pool's query timeout: indexing a large table, or waiting for another process,
 * takes long.
 */
export function unhurried(client: pg.PoolClient): pg.PoolClient {
  const query = (asked: string | pg.QueryConfig, values?: unknown[]) =>
    client.query(
      { ...(typeof asked === 'string' ? { text: asked } : asked), query_timeout: DAY_MS } as pg.QueryConfig,
      values,
    )
  return new Proxy(client, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) })
}

const since = (started: number) => Math.round(performance.now() - started)

/** Whether all migrations of this code are in the database; also true for an older process after an upgrade. */
export async function isMigrated({ pool }: Database, folder = MIGRATIONS): Promise<boolean> {
  const { rows } = await selectWhetherMigrated(pool, [(await readJournal(folder)).length])
  return rows[0]?.done ?? false
}

/** Whether a later version has migrated the database beyond what this code knows. */
export async function isAhead({ pool }: Database): Promise<boolean> {
  const { rows } = await selectWhetherAhead(pool, [(await readJournal(MIGRATIONS)).length])
  return rows[0]?.ahead ?? false
}

const CREATE =
  /^create\s+(unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?\s+on\s+"?(\w+)"?\s*([\s\S]*?);?$/i
const DROP = /^drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?"?(\w+)"?/i

/** The name of the index that a statement creates; undefined if it drops one. */
function indexOf(statement: string): string | undefined {
  return CREATE.exec(statement)?.[2]
}

/**
 * Creates or drops an index without blocking its table. One left unfinished by a crash is dropped and created
 * again; a valid one stays. On a partitioned table, where PostgreSQL can't do this concurrently, it is done
 * partition by partition.
 */
async function makeIndex(client: pg.PoolClient, statement: string): Promise<void> {
  const [, unique = '', name, table, body = ''] = CREATE.exec(statement) ?? []
  if (!name || !table) return dropIndex(client, statement)
  const parts = (await selectParts(client, [table])).rows[0]?.parts
  if (!parts) return makeOne(client, name, statement)
  // A condition may qualify its columns with the parent table.
  const of = body.replaceAll(`"${table}".`, '')
  await composed(client, {
    text: `create ${unique}index if not exists "${name}" on only "${table}" ${of}`,
    gives: NO_ROWS,
  })
  for (const part of parts) {
    const own = name.startsWith(table) ? name.replace(table, part) : `${part}_${name}`
    await makeOne(client, own, `create ${unique}index concurrently "${own}" on "${part}" ${of}`)
    await composed(client, { text: `alter index "${name}" attach partition "${own}"`, gives: NO_ROWS })
  }
}

async function makeOne(client: pg.PoolClient, name: string, statement: string): Promise<void> {
  const { rows } = await selectWhetherIndexValid(client, [name])
  if (rows[0]?.valid) return
  if (rows[0]) await composed(client, { text: `drop index concurrently if exists "${name}"`, gives: NO_ROWS })
  await composed(client, { text: statement, gives: NO_ROWS })
}

async function dropIndex(client: pg.PoolClient, statement: string): Promise<void> {
  const { rows } = await selectIndexOfParts(client, [DROP.exec(statement)?.[1]])
  // Takes a moment, during which the table is locked.
  await composed(client, {
    text: rows.length > 0 ? statement.replace(/\bconcurrently\b/i, '') : statement,
    gives: NO_ROWS,
  })
}
