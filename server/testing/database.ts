import { cp, rm } from 'node:fs/promises'
import { inject } from 'vitest'
import { type Database, refuseWithin } from '#server/platform/database/database.ts'
import { openEmbedded } from '#server/platform/database/embedded.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { compareAnswers } from './composed-answers.ts'
import { databaseFolder } from './database-folder.ts'
import { atEndOfFile } from './end-of-file.ts'
import { TEST_FIELDS } from './keys.ts'
import { copyDatabase, dropDatabase, TEMPLATE } from './postgres.ts'

const PATIENT = { connectionTimeoutMillis: 60_000, statement_timeout: 60_000, query_timeout: 60_000 }

/**
 * Gives the calling test file a migrated database of its own, dropped at the end of the file: on PostgreSQL a
 * copy of the template, on PGlite (the project `embedded`) a copy of a migrated folder.
 */
export async function testDatabase(): Promise<Database> {
  const database = await (inject('postgresUrl')
    ? copyOfTemplate()
    : copyOfEmbedded(inject('embeddedTemplate')))
  database.encryptWith(TEST_FIELDS)
  compareAnswers(database.pool)
  return database
}

async function copyOfEmbedded(template: string | undefined): Promise<Database> {
  if (!template) throw new Error('Neither PostgreSQL nor a copy of PGlite was set up')
  const folder = await databaseFolder('verdaccord-pglite-')
  await cp(template, folder, { recursive: true })
  const database = await openEmbedded(folder)
  atEndOfFile(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  return database
}

/** Returns the address of a new, migrated PostgreSQL database, for tests that start whole processes on it. */
export async function testDatabaseUrl(): Promise<string> {
  const postgresUrl = inject('postgresUrl')
  if (!postgresUrl) throw new Error('This test needs PostgreSQL')
  return copyDatabase(postgresUrl.replace('DATABASE', TEMPLATE))
}

async function copyOfTemplate(): Promise<Database> {
  const url = await testDatabaseUrl()
  const database = openPostgres(url, 10)
  // The product's own timeouts suit a server; a machine that is busy with tests may take longer.
  Object.assign(database.pool.options, PATIENT)
  // The embedded database refuses this too, because its only connection is in use then.
  refuseWithin(database.pool)
  atEndOfFile(async () => {
    await database.close()
    await dropDatabase(url)
  })
  return database
}
