import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { importSample } from '#server/model/screening/sanctions-lists.ts'
import { makeEmbeddedTemplate } from './embedded-template.ts'
import { makeTemplate, startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's address with `DATABASE` for the name; undefined if the suite runs on PGlite. */
    postgresUrl: string | undefined
    /** A folder with a migrated PGlite that every test file copies, if the suite runs on PGlite. */
    embeddedTemplate: string | undefined
  }
}

/** Starts the database of the integration tests once for the whole run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.config.env?.TEST_DATABASE === 'embedded') {
    const folder = await makeEmbeddedTemplate((database) => importSample(database, new Date(0)))
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
