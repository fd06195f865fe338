import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { selectReplayedPosition, selectWalPosition } from './database.sql.ts'
import { type Database, type Db, databaseOf } from './database.ts'
import { databaseErrorCode, databaseFault } from './database-faults.ts'

/** How often both sides are asked how far they are, and how far behind a replica may be to be read from. */
const LOOK_EVERY_MS = 500
const LATE_MS = 5_000
/** How long, and in which steps, one that is nearly there is waited for. */
const CATCH_UP_MS = 2_000
const CATCH_UP_STEP_MS = 50
/** A standby cancels a question that is in the way of what it has to replay. */
const CONFLICT = '40001'

/** A standby that lists and figures are read from while it is there and up to date. */
export interface Replica {
  /**
   * Does `work` on the replica where that has all that was written until `position`, else on the primary; once more there when
   * the replica fails meanwhile. Without a position whatever is not late will do.
   */
  read<T>(position: string | undefined, work: (db: Db) => Promise<T>): Promise<T>
  /** Where the primary's log ends now. */
  position(): Promise<string>
  /** Waits until it has all that is written now; not for long, and not for one that is away or late. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** Follows a replica of `primary` behind `pool`. Nothing needs it to be there: all is read from the primary then. */
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

/** What is known of a replica: up to where it has come, and since when it has all of it. */
export function replicaProgress() {
  let replayed: bigint | undefined
  /** The end of the primary's log at some moment: once the replica is there, it has all from before that moment. */
  let mark: { at: number; end: bigint } | undefined
  let completeUntil = Number.NEGATIVE_INFINITY
  return {
    /** At `at` the primary's log ended at `written`, and some time later the replica was at `position`. */
    note(at: number, written: bigint | undefined, position: bigint | undefined): void {
      replayed = position
      if (written === undefined || position === undefined) return
      mark ??= { at, end: written }
      if (position < mark.end) return
      completeUntil = position >= written ? at : mark.at
      mark = undefined
    },
    /** It cannot be reached, or is none any more. */
    lose(): void {
      replayed = undefined
    },
    /** Whether it is there, not late, and has what was written until `after`; a text that is no position it never has. */
    has(after: string | undefined, now: number): boolean {
      if (replayed === undefined || now - completeUntil > LATE_MS) return false
      if (after === undefined) return true
      const wanted = walPosition(after)
      return wanted !== undefined && replayed >= wanted
    },
  }
}

/** A place in the log of changes, which PostgreSQL writes as `0/16B3748`, to compare; undefined for any other text. */
export function walPosition(text: string | undefined | null): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text ?? '') ?? []
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : undefined
}
