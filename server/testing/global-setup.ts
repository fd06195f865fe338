import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { importSample } from '#server/model/screening/sanctions-lists.ts'
import { openEmbedded } from '#server/platform/database/embedded.ts'
import { migrateDatabase } from '#server/platform/database/migrate.ts'
import { makeTemplate, startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's address with `DATABASE` for the name; absent when the suite runs on PGlite. */
    postgresUrl: string | undefined
    /** A folder with a migrated PGlite that every test file copies, when the suite runs on PGlite. */
    embeddedTemplate: string | undefined
  }
}

/** Starts the database of the integration tests once for the whole run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.config.env?.TEST_DATABASE === 'embedded') {
    const folder = await makeEmbeddedTemplate()
    project.provide('postgresUrl', undefined)
    project.provide('embeddedTemplate', folder)
    return () => rm(folder, { recursive: true, force: true })
  }
  const server = await startTestPostgres(process.env.TEST_DATABASE_URL)
  await makeTemplate(server)
  project.provide('postgresUrl', server.url('DATABASE'))
  project.provide('embeddedTemplate', undefined)
  return () => server.stop()
}

/** Making PGlite's files again takes seconds, copying them does not. */
async function makeEmbeddedTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'verdaccord-pglite-'))
  const database = await openEmbedded(folder)
  await migrateDatabase(database)
  await importSample(database, new Date(0))
  await database.pool.query('delete from installation')
  await database.close()
  return folder
}
