import type { Database, Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { deleteJournalEntries, deleteUpload, insertUpload, upsertRemovals } from './files.sql.ts'

/** What the vault writes down before it stores a file, so that a crash leaves no file of which nothing is known. */
export interface FileJournal {
  /** Stores an upload's key, in a statement of its own, before its first byte is stored. */
  begin(key: string, renditionKey?: string): Promise<void>
  /** Forgets files that are gone from the store. */
  forget(keys: readonly string[]): Promise<void>
}

/** The journal in the database, by the clock handed in. */
export function fileJournal({ pool }: Database, now: () => Date): FileJournal {
  return {
    async begin(key, renditionKey) {
      await insertUpload(pool, [key, renditionKey ?? null, now()])
    },
    async forget(keys) {
      await deleteJournalEntries(pool, [keys])
    },
  }
}

/**
 * Takes an upload out of the journal in the transaction that writes the row of its file. Throws UNAVAILABLE where the sweep
 * has taken the upload for an abandoned one meanwhile: then the file is no longer in its place.
 */
export async function attachFile(tx: Db, key: string): Promise<void> {
  const { rowCount } = await deleteUpload(tx, [key])
  if (!rowCount) throw new AppError('UNAVAILABLE', 'This upload took too long. Send the file again.')
}

/**
 * Stores the keys of files whose rows this transaction deletes. They are removed after it, by the caller; what a crash leaves of them is
 * removed by the sweep, permanently: a person's wish or a period of retention has decided that.
 */
export async function storeRemoval(tx: Db, keys: readonly string[], at: Date): Promise<void> {
  if (keys.length === 0) return
  await upsertRemovals(tx, [keys, at])
}
