import { and, asc, eq } from 'drizzle-orm'
import type { ListStamp } from '#contract/screening/sanctions.ts'
import type { IndexPart } from '#domain/screening/list-index.ts'
import type { LowestScore } from '#domain/screening/screening-match.ts'
import type { ListedEntry, ScreeningSubject } from '#domain/screening/screening-records.ts'
import { sanctionsIndexes } from '#server/model/schema/sanctions.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type LookUpThread, lookUpThread } from './look-up-thread.ts'

/** The driver and the embedded database copy data in transit several times. */
const PIECE_BYTES = 2 ** 18
/**
 * A busy thread keeps its processor for some milliseconds, even with a low priority. After this many subjects,
 * less than a millisecond, it yields to the thread that answers people and to other look-ups.
 */
const SUBJECTS_AT_ONCE = 2
/** Another list may replace one between loading it and the query. */
const TRIES = 5

interface IndexedList {
  id: number
  stamp: Pick<ListStamp, 'source' | 'sha256'>
}

/** What a look-up of many subjects awaits after each few of them, if it isn't urgent; gets the share that is done. */
export type BetweenLookUps = (share: number) => Promise<void>

/**
 * The keys of lists' entries that can reach a score for some subjects: by subject, and within it by list. The
 * thread keeps the indexes of exactly these lists in memory from then on, about 30 MB per 100,000 entries.
 * Throws if a list isn't in force any more.
 */
export async function candidatesIn(
  tx: Db,
  subjects: readonly ScreeningSubject[],
  lists: readonly IndexedList[],
  from: LowestScore,
  between?: BetweenLookUps,
): Promise<string[][][]> {
  const keys = lists.map(keyOf)
  const found: string[][][] = []
  for (let start = 0; start < subjects.length; start += SUBJECTS_AT_ONCE) {
    const some = subjects.slice(start, start + SUBJECTS_AT_ONCE)
    let refs: string[][][] | undefined
    for (let attempt = 1; !refs; attempt++) {
      if (attempt > TRIES) throw new Error('The lists change faster than they are looked into')
      const thread = lookUpThread()
      await holdLoaded(tx, thread, lists)
      const answer = await thread.ask({ kind: 'find', lists: keys, subjects: some, from })
      if (answer.kind === 'found') refs = answer.refs
    }
    found.push(...refs)
    await between?.(found.length / subjects.length)
  }
  return found
}

/** Loads some lists' indexes into the thread's memory, and drops all others. */
async function holdLoaded(tx: Db, thread: LookUpThread, lists: readonly IndexedList[]): Promise<void> {
  const keys = new Set(lists.map(keyOf))
  for (const list of thread.loaded.keys())
    if (!keys.has(list)) {
      thread.loaded.delete(list)
      void thread.ask({ kind: 'drop', list }).catch(() => {})
    }
  for (const list of lists) {
    const key = keyOf(list)
    const loading = thread.loaded.get(key) ?? load(tx, thread, list)
    thread.loaded.set(key, loading)
    try {
      await loading
    } catch (error) {
      if (thread.loaded.get(key) === loading) thread.loaded.delete(key)
      throw error
    }
  }
}

/** What never changes about a list; another database's list with the same number is another one. */
function keyOf({ id, stamp: { source, sha256 } }: IndexedList): string {
  return JSON.stringify([id, source, sha256])
}

async function load(tx: Db, thread: LookUpThread, list: IndexedList): Promise<void> {
  const { listId, part, piece, bytes } = sanctionsIndexes
  const rows = await tx
    .select({ part, piece })
    .from(sanctionsIndexes)
    .where(eq(listId, list.id))
    .orderBy(asc(part), asc(piece))
  // Every list has parts, even one without entries: it was retired during the request.
  if (rows.length === 0) throw new Error(`List ${list.id} has no index`)
  const parts: IndexPart[] = []
  for (const [name, pieces] of Map.groupBy(rows, (row) => row.part)) {
    const read: Uint8Array[] = []
    // One by one: reading a whole part at once would block the thread that answers people for tens of
    // milliseconds.
    for (const row of pieces) {
      const [found] = await tx
        .select({ bytes })
        .from(sanctionsIndexes)
        .where(and(eq(listId, list.id), eq(part, name), eq(piece, row.piece)))
      if (!found) throw new Error(`List ${list.id} has lost its index`)
      read.push(found.bytes)
    }
    const whole = new Uint8Array(read.reduce((sum, { length }) => sum + length, 0))
    let end = 0
    for (const each of read) {
      whole.set(each, end)
      end += each.length
    }
    parts.push([name, whole.buffer])
  }
  await thread.ask(
    { kind: 'load', list: keyOf(list), parts },
    parts.map(([, buffer]) => buffer),
  )
}

let growing = 0

/** The index of a list being read: takes entries in batches, and is stored with the list at the end. */
export class GrowingIndex {
  private readonly thread = lookUpThread()
  private readonly index = ++growing

  async add(entries: readonly ListedEntry[]): Promise<void> {
    await this.thread.ask({ kind: 'add', index: this.index, entries })
  }

  /** Stores it in the database, part by part. */
  async store(tx: Db, listId: number): Promise<void> {
    for (let next = await this.nextPart(); next; next = await this.nextPart()) {
      const [part, all] = next
      for (let start = 0; start < all.byteLength; start += PIECE_BYTES) {
        const bytes = Buffer.from(all, start, Math.min(PIECE_BYTES, all.byteLength - start))
        await tx.insert(sanctionsIndexes).values({ listId, part, piece: start / PIECE_BYTES, bytes })
      }
    }
  }

  private async nextPart(): Promise<IndexPart | undefined> {
    const answer = await this.thread.ask({ kind: 'part', index: this.index })
    if (answer.kind !== 'part') throw new Error('An index answers with its parts')
    return answer.part
  }

  /** Drops it, for example because the file turns out not to be a list. */
  async drop(): Promise<void> {
    await this.thread.ask({ kind: 'discard', index: this.index }).catch(() => {})
  }
}
