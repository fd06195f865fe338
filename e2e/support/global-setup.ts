import { rm } from 'node:fs/promises'
import { makeEmbeddedTemplate } from '#server/testing/embedded-template.ts'
import { makeTemplate, startTestPostgres } from '#server/testing/postgres.ts'

/**
 * Creates the empty databases that the journeys' products copy, on PostgreSQL and PGlite, and deletes them
 * afterwards.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres(process.env.TEST_DATABASE_URL)
  process.env.E2E_TEMPLATE = await makeTemplate(postgres)
  const folder = await makeEmbeddedTemplate()
  process.env.E2E_EMPTY_DATABASE = folder
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
