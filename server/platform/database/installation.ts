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

/** Which installation a database belongs to, and what has happened to it. */
export interface InstallationState {
  id: string
  /** The database's generation; the file store's is never higher than that of the database it belongs to. */
  generation: number
  /** Whether the erasures listed next to the files still have to be carried out. */
  erasuresDue: boolean
  /** When migrations last ran. */
  migratedAt: Date
  /** When a process first started on it after it was restored or copied. */
  restoredAt: Date | null
  /** Since when people can only read; null during normal operation. */
  maintenanceSince: Date | null
}

/** Reads the installation of a migrated database. Throws the database's error. */
export async function readInstallation({ pool }: Database): Promise<InstallationState> {
  const { rows } = await selectInstallation(pool)
  if (!rows[0]) throw new Error('The database does not say which installation it is')
  return rows[0]
}

/** What an operator is told about a restored or copied database. */
export const RESTORED =
  'This database is a restored or copied one, so it begins with maintenance: people can read only. Check it, then run: npm run admin -- maintenance off'

/**
 * Stores where a migrated database is, and returns whether that changed since a process last started on it:
 * then it was restored or copied, and maintenance begins. Of several processes starting at once only one gets
 * true.
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
 * Inode and time of a file in the folder that is never rewritten. A copy of the folder changes both; moving the
 * folder changes neither; `chown` or another mount changes at most one, which doesn't count as a copy.
 */
async function markOfFolder(folder: string): Promise<string> {
  const { ino, ctimeNs } = await stat(join(folder, 'PG_VERSION'), { bigint: true })
  return `${ino}/${ctimeNs}`
}

/**
 * Records that the database was restored or copied, as its file store has shown; counting continues from
 * `generation`.
 */
export async function storeRestore({ pool }: Database, generation: number): Promise<void> {
  await updateGeneration(pool, [generation])
}

/**
 * Records that the database was moved here, so that it doesn't count as a copy and the old one is behind it
 * from now on.
 */
export async function storeMove(client: pg.ClientBase): Promise<void> {
  await updateAfterMove(client)
}

/** Records that migrations have just run. */
export async function storeMigration(client: pg.ClientBase): Promise<void> {
  await upsertMigratedAt(client)
}

/**
 * Whether rows are written in a form that the former release can't read: values encrypted, keys bound. Both
 * releases serve during a rolling upgrade, so this is false until `beginSealing` (decision 065).
 */
export async function isSealing({ $client }: Db): Promise<boolean> {
  const { rows } = await selectUnsealed($client)
  return rows.length === 0
}

/**
 * Has rows sealed permanently from now on. Returns whether they are: within an hour of a migration only with
 * `despite`, because a process of the former release may still be serving.
 */
export async function beginSealing({ pool }: Database, { despite = false } = {}): Promise<boolean> {
  await updateSealedSince(pool, [despite])
  const { rows } = await selectUnsealed(pool)
  return rows.length === 0
}
