import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { openFiles } from '#server/files.ts'
import { localSecrets } from '#server/local-secrets.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { lockDataFolder } from '#server/platform/files/data-lock.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'

/** What a command works on. */
export interface Installation {
  config: Config
  database: Database
  now(): Date
  /** Opens the documents, for the commands that look at them: ours, or those of another database and store. */
  openFiles(elsewhere?: { database: Database; store: FileStore }): Promise<FileVault>
  close(): Promise<void>
}

/**
 * Opens the installation for a command. PGlite belongs to one process, so with it the server must be stopped first; the
 * sentence of the lock says so.
 */
export async function openInstallation(config: Config): Promise<Installation> {
  const dataDir = resolve(config.dataDir)
  const now = () => new Date()
  const files = (database: Database) => async (elsewhere?: { database: Database; store: FileStore }) =>
    openFiles(config, config.documentKeys ? undefined : await localSecrets(dataDir), {
      database,
      now,
      ...elsewhere,
    })
  if (config.database) {
    const database = openPostgres(config.database.url, 2)
    return { config, database, now, openFiles: files(database), close: () => database.close() }
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockDataFolder(dataDir, {
    pid: process.pid,
    startedAt: now().toISOString(),
    url: 'an administration command',
  })
  const { openEmbedded } = await import('#server/platform/database/embedded.ts')
  const database = await openEmbedded(join(dataDir, 'database'))
  return {
    config,
    database,
    now,
    openFiles: files(database),
    async close() {
      await database.close()
      lock.release()
    },
  }
}
