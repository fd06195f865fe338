import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { type Database, databaseOf } from '#server/platform/database/database.ts'
import { isMigrated, migrateDatabase } from '#server/platform/database/migrate.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { newDeployment, ON_POSTGRES } from './testing/deployment.ts'
import { startScript, startServer } from './testing/process.ts'

/** More kills, up to the 20 of security B03, if there is time. */
const KILLS = Number(process.env.RELIABILITY_ROUNDS ?? 4)

const addressOf = (name: string) => (inject('postgresUrl') ?? '').replace('DATABASE', name)

const made: string[] = []
async function emptyDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await query('postgres', `create database ${name}`)
  made.push(name)
  return name
}

async function query(database: string, sql: string): Promise<Record<string, unknown>[]> {
  const { pool, close } = openPostgres(addressOf(database), 1)
  try {
    return (await pool.query(sql)).rows
  } finally {
    await close()
  }
}

afterAll(async () => {
  for (const name of made) await query('postgres', `drop database if exists ${name} with (force)`)
})

/** The product's whole schema, in a form that can be compared. */
const schemaOf = (database: string) =>
  query(
    database,
    `select 'column' as kind, table_name || '.' || column_name as name,
       concat_ws(' ', data_type, is_nullable, column_default, is_identity) as body
       from information_schema.columns where table_schema = 'public'
     union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
     union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select 'trigger', tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select 'function', proname, prosrc from pg_proc p where pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend where objid = p.oid and deptype = 'e')
     union all select 'migration', hash, count(*)::text from drizzle.__drizzle_migrations group by hash
     order by 1, 2, 3`,
  )

describe.skipIf(!ON_POSTGRES)('on PostgreSQL, since PGlite belongs to one process,', () => {
  test('B03 a first start killed at any point is completed by the next', async () => {
    const clean = await newDeployment()
    const database = await emptyDatabase()
    const deployment = await newDeployment({ databaseUrl: addressOf(database) })
    for (let kill = 0; kill < KILLS; kill++) {
      const starting = startScript('main', [], { ...deployment.env, PORT: '0' })
      const connected = async () =>
        (await query('postgres', `select 1 from pg_stat_activity where datname = '${database}'`)).length > 0
      while (!(await connected())) await delay(5)
      // From the first statement to the queues, which are created after the ready line.
      await delay(randomInt(kill % 2 ? 60 : 600))
      await starting.kill()
    }
    const server = await startServer(deployment.env)
    expect((await server.stop()).code).toBe(0)
    const cleanName = new URL(clean.env.DATABASE_URL ?? '').pathname.slice(1)
    expect(await schemaOf(database)).toEqual(await schemaOf(cleanName))
  })

  test('B03 a migration, and waiting for another one, may take longer than a request', async () => {
    const connectionString = addressOf(await emptyDatabase())
    // The product allows a query some seconds; migrating an empty database takes longer.
    const [first, second] = [1, 2].map(() =>
      databaseOf('postgres', new pg.Pool({ connectionString, query_timeout: 50 })),
    ) as [Database, Database]
    try {
      await Promise.all([migrateDatabase(first), migrateDatabase(second)])
      expect(await isMigrated(first)).toBe(true)
    } finally {
      await Promise.all([first.close(), second.close()])
    }
  })

  test('B03 two instances that start together on an empty database apply each migration once', async () => {
    const database = await emptyDatabase()
    const deployment = await newDeployment({ databaseUrl: addressOf(database) })
    const both = await Promise.all([startServer(deployment.env), startServer(deployment.env)])
    for (const server of both) {
      await expect.poll(async () => (await server.call('GET', '/api/health/ready')).status).toBe(200)
    }
    const migrations = await query(
      database,
      'select count(*)::int as all, count(distinct hash)::int as different from drizzle.__drizzle_migrations',
    )
    expect(migrations[0]?.all).toBe(migrations[0]?.different)
    for (const server of both) {
      expect((await server.stop()).code).toBe(0)
      expect(server.output()).not.toContain('did not open')
    }
  })
})
