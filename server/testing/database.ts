import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import type { Database } from '../platform/database/database.ts'
import { openEmbedded } from '../platform/database/embedded.ts'
import { migrateDatabase } from '../platform/database/migrate.ts'
import { openPostgres } from '../platform/database/postgres.ts'
import { TEMPLATE } from './postgres.ts'

/**
 * Gives a migrated database of its own to the calling test file; it is dropped when the file is done. On PostgreSQL a
 * copy of the template, on PGlite (TEST_DATABASE=embedded) a fresh engine in memory.
 */
export async function testDatabase(): Promise<Database> {
  const postgresUrl = inject('postgresUrl')
  const database = postgresUrl ? await copyOfTemplate(postgresUrl) : await openEmbedded()
  if (!postgresUrl) {
    await migrateDatabase(database)
    afterAll(() => database.close())
  }
  return database
}

/** The address of a new, migrated PostgreSQL database, for tests that start whole processes on it. */
export async function testDatabaseUrl(): Promise<string> {
  const postgresUrl = inject('postgresUrl')
  if (!postgresUrl) throw new Error('This test needs PostgreSQL')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = openPostgres(postgresUrl.replace('DATABASE', 'postgres'), 1)
  await admin.pool.query(`create database ${name} template ${TEMPLATE}`)
  await admin.close()
  return postgresUrl.replace('DATABASE', name)
}

async function copyOfTemplate(postgresUrl: string): Promise<Database> {
  const url = await testDatabaseUrl()
  const database = openPostgres(url, 10)
  afterAll(async () => {
    await database.close()
    const admin = openPostgres(postgresUrl.replace('DATABASE', 'postgres'), 1)
    await admin.pool.query(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
    await admin.close()
  })
  return database
}
