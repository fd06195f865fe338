import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import { openPostgres } from '../platform/database/postgres.ts'
import { lockDataFolder } from '../platform/files/data-lock.ts'

/**
 * Opens the database for a command. PGlite belongs to one process, so with it the server must be stopped first; the
 * sentence of the lock says so.
 */
export async function openForCommand(
  config: Config,
): Promise<{ database: Database; close(): Promise<void> }> {
  if (config.database) {
    const database = openPostgres(config.database.url, 2)
    return { database, close: () => database.close() }
  }
  const dataDir = resolve(config.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockDataFolder(dataDir, {
    pid: process.pid,
    startedAt: new Date().toISOString(),
    url: 'an administration command',
  })
  const { openEmbedded } = await import('../platform/database/embedded.ts')
  const database = await openEmbedded(join(dataDir, 'database'))
  return {
    database,
    async close() {
      await database.close()
      lock.release()
    },
  }
}
