import type { Database } from '#server/platform/database/database.ts'
import { openEmbedded } from '#server/platform/database/embedded.ts'
import { migrateDatabase } from '#server/platform/database/migrate.ts'
import { databaseFolder } from './database-folder.ts'

/**
 * Returns a new folder with a migrated PGlite, filled by `fill`, on which no server has started yet: PGlite
 * takes ten seconds of processor time to create its files, and copying them takes almost none. The caller
 * deletes the folder.
 */
export async function makeEmbeddedTemplate(fill?: (database: Database) => Promise<unknown>): Promise<string> {
  const folder = await databaseFolder('verdaccord-pglite-')
  const database = await openEmbedded(folder)
  await migrateDatabase(database)
  await fill?.(database)
  // A server that finds the row of another installation starts in maintenance.
  await database.pool.query('delete from installation')
  await database.close()
  return folder
}
