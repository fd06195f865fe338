import type { Database, Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { deleteJournalEntries, deleteUpload, insertUpload, upsertRemovals } from './files.sql.ts'

/** A record of files that the vault writes before storing them, so that a crash leaves no unknown file behind. */
export interface FileJournal {
  /** Records an upload's key, in a statement of its own, before its first byte is stored. */
  begin(key: string, renditionKey?: string): Promise<void>
  /** Removes the records of files that are gone from the store. */
  forget(keys: readonly string[]): Promise<void>
}

/** The journal in the database; `now` is its clock. */
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
 * Removes an upload from the journal in the transaction that writes its file's row. Throws UNAVAILABLE if the
 * sweep has taken it for an abandoned upload meanwhile and moved the file.
 */
export async function attachFile(tx: Db, key: string): Promise<void> {
  const { rowCount } = await deleteUpload(tx, [key])
  if (!rowCount) throw new AppError('UNAVAILABLE', 'This upload took too long. Send the file again.')
}

/**
 * Records the keys of files whose rows this transaction deletes. The caller removes the files after the commit.
 * Any that a crash leaves behind the sweep removes permanently, because a person's request or a retention
 * period has decided that.
 */
export async function storeRemoval(tx: Db, keys: readonly string[], at: Date): Promise<void> {
  if (keys.length === 0) return
  await upsertRemovals(tx, [keys, at])
}
