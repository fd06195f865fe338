import { and, asc, eq } from 'drizzle-orm'
import type { ListStamp } from '#contract/sanctions.ts'
import { bytesOfParts, ListIndex, type ListIndexParts, partsOfBytes } from '#domain/screening/list-index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { sanctionsIndexes } from '#server/platform/database/schema/sanctions.ts'

/** The driver turns bytes into text twice as long on their way. */
const PIECE_BYTES = 2 ** 20

/** The indexes of the lists in force that this process has looked into: about 30 MB for 100,000 entries. */
const loaded = new Map<string, Promise<ListIndex>>()

interface IndexedList {
  id: number
  stamp: Pick<ListStamp, 'source' | 'sha256'>
}

/** Keeps the index of a list. */
export async function storeIndex(tx: Db, listId: number, parts: ListIndexParts): Promise<void> {
  for (const [part, all] of bytesOfParts(parts))
    for (let start = 0; start < all.length; start += PIECE_BYTES) {
      const bytes = Buffer.from(all.buffer, all.byteOffset + start, Math.min(PIECE_BYTES, all.length - start))
      await tx.insert(sanctionsIndexes).values({ listId, part, piece: start / PIECE_BYTES, bytes })
    }
}

/** The indexes of some lists, which this process then keeps, and no others. Throws for a list that is not in force any more. */
export async function indexesOf(tx: Db, lists: readonly IndexedList[]): Promise<Map<number, ListIndex>> {
  const keys = new Set(lists.map(keyOf))
  for (const key of loaded.keys()) if (!keys.has(key)) loaded.delete(key)
  const indexes = new Map<number, ListIndex>()
  for (const list of lists) {
    const key = keyOf(list)
    const index = loaded.get(key) ?? loadIndex(tx, list.id)
    loaded.set(key, index)
    try {
      indexes.set(list.id, await index)
    } catch (error) {
      if (loaded.get(key) === index) loaded.delete(key)
      throw error
    }
  }
  return indexes
}

/** What a list never changes; of another database, a list of this number is another. */
function keyOf({ id, stamp: { source, sha256 } }: IndexedList): string {
  return JSON.stringify([id, source, sha256])
}

async function loadIndex(tx: Db, listId: number): Promise<ListIndex> {
  const { listId: ofList, part, piece, bytes } = sanctionsIndexes
  const rows = await tx.selectDistinct({ part }).from(sanctionsIndexes).where(eq(ofList, listId))
  // Every list has some, also one without entries: it was retired while it was asked for.
  if (rows.length === 0) throw new Error(`List ${listId} has no index`)
  const parts = new Map<string, Buffer>()
  for (const row of rows) {
    const pieces = await tx
      .select({ bytes })
      .from(sanctionsIndexes)
      .where(and(eq(ofList, listId), eq(part, row.part)))
      .orderBy(asc(piece))
    parts.set(row.part, Buffer.concat(pieces.map((one) => one.bytes)))
  }
  return new ListIndex(partsOfBytes((name) => parts.get(name) ?? new Uint8Array()))
}
