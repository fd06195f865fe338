import type { Config } from '#server/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { databaseErrorCode, databaseFault } from '#server/platform/database/database-faults.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'

/** Without tables or columns of this release: nothing has started on the database, or the next start migrates it. */
const NOT_YET = /^(42P01|42703|3F000)$/
const NOT_ALLOWED = '42501'

/**
 * Reads what an installation has stored, which no configuration shows. Undefined if it can't be read yet, or can't
 * be reached, which Database reports; the embedded database is never opened, because a running process has it.
 */
export async function fromStored<T>(
  { database: config }: Config,
  read: (database: Database) => Promise<T>,
): Promise<T | undefined> {
  if (!config) return undefined
  const database = openPostgres(config.directUrl ?? config.url, 1)
  try {
    return await read(database)
  } catch (error) {
    const code = databaseErrorCode(error) ?? ''
    if (NOT_YET.test(code) || code === NOT_ALLOWED || databaseFault(error) === 'away') return undefined
    throw error
  } finally {
    await database.close()
  }
}
