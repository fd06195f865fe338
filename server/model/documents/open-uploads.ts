import { inArray, lt, type SQL } from 'drizzle-orm'
import { documentUploads, uploadParts } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import { storeRemoval } from '#server/platform/files/file-journal.ts'

/**
 * Deletes the uploads that meet a condition, with their parts, and returns the keys of the files. Delete those
 * after the commit; the sweep removes any that are left.
 */
export async function removeUploads(
  tx: Db,
  which: SQL,
  at: Date,
  most?: number,
): Promise<{ uploads: number; keys: string[] }> {
  const found = tx.select({ id: documentUploads.id }).from(documentUploads).where(which)
  // Locked first: a part that is arriving either is in its row already, or finds no upload.
  const ids = (
    await (most === undefined ? found : found.limit(most)).for(
      'update',
      most === undefined ? {} : { skipLocked: true },
    )
  ).map(({ id }) => id)
  if (ids.length === 0) return { uploads: 0, keys: [] }
  const keys = await removeParts(tx, ids, at)
  await tx.delete(documentUploads).where(inArray(documentUploads.id, ids))
  return { uploads: ids.length, keys }
}

/** Deletes the parts of locked uploads and returns the keys of their files, as above. */
export async function removeParts(tx: Db, uploadIds: string[], at: Date): Promise<string[]> {
  const parts = await tx
    .delete(uploadParts)
    .where(inArray(uploadParts.uploadId, uploadIds))
    .returning({ key: uploadParts.storageKey })
  const keys = parts.map(({ key }) => key)
  await storeRemoval(tx, keys, at)
  return keys
}

/** Deletes at most `most` expired uploads; returns how many. */
export async function removeExpiredUploads(tx: Db, at: Date, most: number): Promise<number> {
  return (await removeUploads(tx, lt(documentUploads.expiresAt, at), at, most)).uploads
}
