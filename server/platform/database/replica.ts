import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { selectReplayedPosition, selectWalPosition } from './database.sql.ts'
import { type Database, type Db, databaseOf } from './database.ts'
import { databaseErrorCode, databaseFault } from './database-faults.ts'

/** How often both sides' positions are read, and how far behind a replica may be and still be used. */
const LOOK_EVERY_MS = 500
const LATE_MS = 5_000
/** How long, and in which steps, to wait for a replica that is almost there. */
const CATCH_UP_MS = 2_000
const CATCH_UP_STEP_MS = 50
/** A standby cancels a query that blocks the replay. */
const CONFLICT = '40001'

/** A standby for lists and figures, used while it is reachable and up to date. */
export interface Replica {
  /**
   * Runs `work` on the replica if it has everything written up to `position`, otherwise on the primary; runs it
   * again on the primary if the replica fails meanwhile. Without a position, any replica that isn't late will
   * do.
   */
  read<T>(position: string | undefined, work: (db: Db) => Promise<T>): Promise<T>
  /** The current end of the primary's log. */
  position(): Promise<string>
  /**
   * Waits a short while for the replica to have everything written so far; not at all if it is unreachable or
   * late.
   */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** Follows a replica of `primary` behind `pool`. It is optional: without it everything is read from the primary. */
export function followReplica(primary: Database, pool: pg.Pool, now = () => performance.now()): Replica {
  const { db, close } = databaseOf('postgres', pool, { primary })
  const progress = replicaProgress()
  const position = async () => {
    const { rows } = await selectWalPosition(primary.pool)
    return rows[0]?.lsn ?? ''
  }
  const look = async () => {
    const asked = now()
    const written = walPosition(await position())
    const { rows } = await selectReplayedPosition(pool)
    progress.note(asked, written, walPosition(rows[0]?.lsn))
  }
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const watchReplica = async () => {
    await look().catch(() => progress.lose())
    if (!isClosed) timer = setTimeout(watchReplica, LOOK_EVERY_MS).unref()
  }
  const looking = watchReplica()
  return {
    async read(after, work) {
      if (!progress.has(after, now())) return work(primary.db)
      try {
        return await work(db)
      } catch (error) {
        if (databaseErrorCode(error) !== CONFLICT && !databaseFault(error)) throw error
        if (databaseFault(error) === 'away') progress.lose()
        return work(primary.db)
      }
    },
    position,
    async caughtUp() {
      const written = walPosition(await position())
      for (
        let waited = 0;
        waited < CATCH_UP_MS && progress.has(undefined, now());
        waited += CATCH_UP_STEP_MS
      ) {
        const { rows } = await selectReplayedPosition(pool)
        if ((walPosition(rows[0]?.lsn) ?? 0n) >= (written ?? 0n)) return
        await delay(CATCH_UP_STEP_MS)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await looking
      await close()
    },
  }
}

/** Tracks a replica: its position, and since when it has everything before a known mark. */
export function replicaProgress() {
  let replayed: bigint | undefined
  /**
   * The end of the primary's log at some moment: once the replica is there, it has everything from before that
   * moment.
   */
  let mark: { at: number; end: bigint } | undefined
  let completeUntil = Number.NEGATIVE_INFINITY
  return {
    /**
     * Records that the primary's log ended at `written` at `at`, and that some time later the replica was at
     * `position`.
     */
    note(at: number, written: bigint | undefined, position: bigint | undefined): void {
      replayed = position
      if (written === undefined || position === undefined) return
      mark ??= { at, end: written }
      if (position < mark.end) return
      completeUntil = position >= written ? at : mark.at
      mark = undefined
    },
    /** Records that the replica can't be reached, or isn't a replica any more. */
    lose(): void {
      replayed = undefined
    },
    /**
     * Whether it is reachable, not late, and has everything up to `after`; never true for a text that isn't a
     * position.
     */
    has(after: string | undefined, now: number): boolean {
      if (replayed === undefined || now - completeUntil > LATE_MS) return false
      if (after === undefined) return true
      const wanted = walPosition(after)
      return wanted !== undefined && replayed >= wanted
    },
  }
}

/**
 * A position in the write-ahead log, which PostgreSQL writes as `0/16B3748`, as a comparable number; undefined
 * for any other text.
 */
export function walPosition(text: string | undefined | null): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text ?? '') ?? []
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : undefined
}
