import { randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openCheckpoints } from '#server/boot/checkpoints.ts'
import { openFiles } from '#server/boot/files.ts'
import { localSecrets, type MasterKeys, masterKeys } from '#server/boot/master-keys.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import { folderRefusal, refusedIn } from '#server/platform/files/data-folder.ts'
import { lockDataFolder } from '#server/platform/files/data-lock.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { FileVault } from '#server/platform/files/file-vault.ts'
import type { Checkpoints } from '#server/platform/ledger/checkpoints.ts'
import { selectMigrationsTable } from './commands.sql.ts'

/** What a command works on. */
export interface Installation {
  config: Config
  database: Database
  now(): Date
  /** Opens the documents, for commands that need them: ours, or those of another database and store. */
  openFiles(elsewhere?: { database: Database; store: FileStore }): Promise<FileVault>
  close(): Promise<void>
}

/**
 * Opens the installation for a command. PGlite allows one process only, so with it the server must be stopped
 * first, which the lock's error says. Throws a sentence if there is no installation: a command never creates
 * one.
 */
export async function openInstallation(config: Config): Promise<Installation> {
  const dataDir = resolve(config.dataDir)
  const now = () => new Date()
  const files = (database: Database) => async (elsewhere?: { database: Database; store: FileStore }) =>
    openFiles(config, (await keysOf(config)).documents, {
      database,
      now,
      ...elsewhere,
    })
  if (config.database) {
    const database = openPostgres(config.database.directUrl ?? config.database.url, 2)
    // It may be another application's: no command creates tables there.
    const { rowCount } = await selectMigrationsTable(database.pool).catch(async (error: unknown) => {
      await database.close()
      throw error
    })
    if (!rowCount) {
      await database.close()
      throw new Error(noInstallation('Verdaccord has not started on this database yet.', 'DATABASE_URL'))
    }
    return { config, database, now, openFiles: files(database), close: () => database.close() }
  }
  // If it were created here, an empty one would pass every check and be moved as if it were a trial.
  const refused = await refusedIn(dataDir)
  if (refused) throw new Error(folderRefusal(refused), { cause: refused.error })
  await access(join(dataDir, 'database', 'PG_VERSION')).catch(() => {
    throw new Error(
      noInstallation(`There is no embedded database in ${dataDir}.`, 'DATA_DIR or DATABASE_URL'),
    )
  })
  const lock = await lockDataFolder(dataDir, {
    pid: process.pid,
    startedAt: now().toISOString(),
    url: 'an administration command',
  })
  const { openEmbedded } = await import('#server/platform/database/embedded.ts')
  const database = await openEmbedded(join(dataDir, 'database'), { isLean: true })
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

function noInstallation(what: string, variables: string): string {
  return `${what} Check ${variables}: a command needs the environment of the server. The first start makes the database.`
}

/**
 * The checkpoints of an installation's audit log, for commands that take and compare them: ours, or those
 * elsewhere.
 */
export async function installedCheckpoints(
  { config, database, now }: Pick<Installation, 'config' | 'database' | 'now'>,
  place?: string,
): Promise<Checkpoints> {
  // A command has no log: warnings go to the operator.
  const warn = ({ err }: { err?: unknown }, text: string) =>
    console.error(err instanceof Error ? `${text}: ${err.message}` : text)
  return openCheckpoints(config, (await keysOf(config)).checkpoints, { database, now, log: { warn }, place })
}

/** Decrypts rows' values. */
export async function installedFields({ config }: Pick<Installation, 'config'>): Promise<FieldCipher> {
  return new FieldCipher((await keysOf(config)).documents, randomBytes)
}

async function keysOf(config: Config): Promise<MasterKeys> {
  return masterKeys(config, config.documentKeys ? undefined : await localSecrets(resolve(config.dataDir)))
}
