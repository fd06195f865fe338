import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import {
  insertInstallation,
  selectInstallation,
  selectUnsealed,
  storeOtherPlace,
  updateAfterMove,
  updateGeneration,
  updatePlace,
  updateSealedSince,
  upsertMigratedAt,
} from './database.sql.ts'
import type { Database, Db } from './database.ts'

/** Which installation a database is, and what has just happened to it. */
export interface InstallationState {
  id: string
  /** How far the database has counted; the file store never counts further than the database that it belongs to. */
  generation: number
  /** Whether the list of erasures beside the files has yet to be carried out. */
  erasuresDue: boolean
  /** When migrations last ran. */
  migratedAt: Date
  /** When a process first started on it after it was restored or copied. */
  restoredAt: Date | null
  /** Since when people can read only; null while they can work. */
  maintenanceSince: Date | null
}

/** Reads which installation a migrated database is. Throws what the database throws. */
export async function readInstallation({ pool }: Database): Promise<InstallationState> {
  const { rows } = await selectInstallation(pool)
  if (!rows[0]) throw new Error('The database does not say which installation it is')
  return rows[0]
}

/** What an operator is told of a restored or copied database. */
export const RESTORED =
  'This database is a restored or copied one, so it begins with maintenance: people can read only. Check it, then run: npm run admin -- maintenance off'

/**
 * Stores where a migrated database is, and returns whether it was elsewhere when a process last started on it: then it is a
 * restored or copied one, which begins with maintenance. Of processes that start at once, one is told so.
 */
export async function noticeRestore({ pool, folder }: Database): Promise<boolean> {
  await insertInstallation(pool)
  const mark = folder === undefined ? null : await markOfFolder(folder)
  const { rowCount } = await storeOtherPlace(pool, [mark])
  if (rowCount) return true
  await updatePlace(pool, [mark])
  return false
}

/**
 * The number and the time of a file in the folder that is never written again. A copy of the folder has another of both; a
 * folder that is moved keeps them, and what changes one of them alone, such as `chown` or another mount, makes no copy.
 */
async function markOfFolder(folder: string): Promise<string> {
  const { ino, ctimeNs } = await stat(join(folder, 'PG_VERSION'), { bigint: true })
  return `${ino}/${ctimeNs}`
}

/** Stores that a database was restored or copied, as its file store has shown; it counts on from `generation`. */
export async function storeRestore({ pool }: Database, generation: number): Promise<void> {
  await updateGeneration(pool, [generation])
}

/** Stores that a database was moved here, which makes it no copy; the one that it was moved from is behind it from now on. */
export async function storeMove(client: pg.ClientBase): Promise<void> {
  await updateAfterMove(client)
}

/** Stores that migrations have just run. */
export async function storeMigration(client: pg.ClientBase): Promise<void> {
  await upsertMigratedAt(client)
}

/**
 * Whether rows are written as the former release can't read them: values encrypted, keys bound. While an upgrade replaces one
 * process after the other both releases serve, so they are not until `beginSealing` (decision 065).
 */
export async function isSealing({ $client }: Db): Promise<boolean> {
  const { rows } = await selectUnsealed($client)
  return rows.length === 0
}

/**
 * Has rows sealed from now on, permanently. Returns whether they are: within an hour of a migration only where the operator
 * says so by `despite`, because a process of the former release may still serve.
 */
export async function beginSealing({ pool }: Database, { despite = false } = {}): Promise<boolean> {
  await updateSealedSince(pool, [despite])
  const { rows } = await selectUnsealed(pool)
  return rows.length === 0
}
