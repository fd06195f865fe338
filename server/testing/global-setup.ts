import type { TestProject } from 'vitest/node'
import { makeTemplate, startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's address with `DATABASE` for the name; absent when the suite runs on PGlite. */
    postgresUrl: string | undefined
  }
}

/** Starts the database of the integration tests once for the whole run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE === 'embedded') {
    project.provide('postgresUrl', undefined)
    return undefined
  }
  const server = await startTestPostgres(process.env.TEST_DATABASE_URL)
  await makeTemplate(server)
  project.provide('postgresUrl', server.url('DATABASE'))
  return () => server.stop()
}
