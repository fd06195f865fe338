import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { DAY_MS } from '#domain/plain-date.ts'
import type { Database } from './database.ts'
import { noteMigration } from './installation.ts'

/** Any number would do; it is the same for every process of the product. */
const MIGRATION_LOCK = 7_301_984

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/**
 * Brings the schema up to date under an advisory lock: of processes that start together one migrates and the others
 * wait; a process killed half-way leaves nothing, for each run is one transaction (security B03). Where all is in already,
 * one question tells (performance P10).
 */
export async function migrateDatabase(database: Database): Promise<void> {
  // An empty database has no table to ask; what else may be wrong, the migration meets again.
  if (await isMigrated(database).catch(() => false)) return
  const pooled = await database.pool.connect()
  const client = unhurried(pooled)
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS })
    await noteMigration(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
    // The connection carries a changed setting, and after a failure perhaps the lock: it is not used again.
    pooled.release(true)
  }
}

/**
 * The connection without the pool's limit on a query: an index of a large table, and waiting for another process, take
 * long.
 */
function unhurried(client: pg.PoolClient): pg.PoolClient {
  const query = (asked: string | pg.QueryConfig, values?: unknown[]) =>
    client.query(
      { ...(typeof asked === 'string' ? { text: asked } : asked), query_timeout: DAY_MS } as pg.QueryConfig,
      values,
    )
  return new Proxy(client, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) })
}

/** Whether this code's migrations are all in the database; an older process after an upgrade still says yes. */
export async function isMigrated(database: Database): Promise<boolean> {
  const { entries } = JSON.parse(await readFile(`${MIGRATIONS}/meta/_journal.json`, 'utf8')) as {
    entries: unknown[]
  }
  const { rows } = await database.pool.query<{ n: number }>(
    'select count(*)::int as n from drizzle.__drizzle_migrations',
  )
  return (rows[0]?.n ?? 0) >= entries.length
}
