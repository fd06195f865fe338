import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import {
  beginTransaction,
  commitTransaction,
  rollBackTransaction,
  takeRoom,
  touchReadinessRow,
} from './database.sql.ts'
import { databaseErrorCode, databaseFault, isReadOnly } from './database-faults.ts'

/**
 * A handle for queries: the pool outside a transaction, one connection inside. `$fields` encrypts and decrypts
 * values of rows; reading it before `encryptWith` throws.
 */
export type Db = NodePgDatabase & { $client: pg.Pool | pg.PoolClient; readonly $fields: FieldCipher }

/** The one handle on the data, for PostgreSQL and the embedded PGlite alike. */
export interface Database {
  kind: 'postgres' | 'embedded'
  /** Where the embedded database keeps its files; undefined on PostgreSQL and in memory. */
  folder?: string | undefined
  pool: pg.Pool
  db: Db
  /** Runs `work` in one transaction, and again if the database asks for that (deadlock, serialisation failure). */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** Sets the cipher for values of rows. Must be called before any are read or written. */
  encryptWith(fields: FieldCipher): void
  close(): Promise<void>
}

const RETRY_CODES = new Set(['40001', '40P01'])
const MAX_TRIES = 8
/** After a deadlock each retry waits a little longer, so that the winner is through before it. */
const RETRY_STEP_MS = 25

/** The transaction that the current code runs in, until it ends. */
const running = new AsyncLocalStorage<{ isOver: boolean }>()

/**
 * Makes a pool refuse queries from inside a transaction. Such a query would wait for a second connection while
 * its transaction holds the first: forever with a pool of one, and otherwise as soon as enough transactions do
 * it at once.
 */
export function refuseWithin(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => never
  pool.connect = (...args: unknown[]) => {
    if (running.getStore()?.isOver === false)
      throw new Error('Inside a transaction ask its own connection, not the pool')
    return connect(...args)
  }
}

/**
 * Wraps a pool as the product's handle; one for a replica of `primary` decrypts with the primary's cipher.
 * Doesn't connect: the first query shows whether the database answers.
 */
export function databaseOf(
  kind: Database['kind'],
  pool: pg.Pool,
  { closeBehind, primary }: { closeBehind?: () => Promise<void>; primary?: Database } = {},
): Database {
  // A broken connection is replaced at the next query; without a listener its error would end the process. The pool
  // listens only while a connection is idle, and a transaction that works between two statements has none under way
  // that would fail instead: its next one does.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  renewWhenReadOnly(pool)
  watchFullDisk(pool)
  let given: FieldCipher | undefined
  const handle = (client: pg.Pool | pg.PoolClient): Db =>
    Object.defineProperty(drizzle(client) as Db, '$fields', {
      get() {
        if (primary) return primary.db.$fields
        if (!given)
          throw new Error('This database was opened without the keys that its values are encrypted with')
        return given
      },
    })
  return {
    kind,
    pool,
    db: handle(pool),
    transaction: (work) => inTransaction(pool, (client) => work(handle(client))),
    encryptWith(fields) {
      given = fields
    },
    async close() {
      await pool.end()
      await closeBehind?.()
    },
  }
}

/**
 * COMMIT was sent and its answer never came. The work may or may not be saved, so nothing that belongs to it
 * may be undone.
 */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'
}

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await commitTransaction(client)
  } catch (error) {
    // An answer from the server is certain: it did not commit.
    if (error instanceof pg.DatabaseError) throw error
    throw new CommitUnknown('It is not known whether the transaction was committed', { cause: error })
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    const transaction = { isOver: false }
    let broken: Error | undefined
    try {
      await beginTransaction(client)
      const result = await running.run(transaction, () => work(client))
      await commit(client)
      return result
    } catch (error) {
      broken = await rollBackTransaction(client).then(
        // A connection to a server that became read-only, or whose work was cut off, would fail again, so it is
        // replaced.
        () => (error instanceof Error && databaseFault(error) ? error : undefined),
        (reason: Error) => reason,
      )
      if (
        error instanceof AppError ||
        attempt === MAX_TRIES ||
        !RETRY_CODES.has(databaseErrorCode(error) ?? '')
      )
        throw error
    } finally {
      transaction.isOver = true
      client.release(broken)
    }
    await delay(attempt * RETRY_STEP_MS)
  }
}

/**
 * After a failover the pool's connections lead to a server that takes no more writes. The first write to find
 * out renews all of them: otherwise each would have to fail first, and reads would keep showing old data.
 */
function renewWhenReadOnly(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>()
  const busy = new Set<pg.PoolClient>()
  const outdated = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    idle.delete(client)
    busy.add(client)
  })
  pool.on('remove', (client) => {
    idle.delete(client)
    busy.delete(client)
  })
  pool.on('release', (error, client) => {
    busy.delete(client)
    if (error) {
      if (!isReadOnly(error)) return
      for (const other of busy) outdated.add(other)
      // The pool removes an idle connection that reports an error; there is no other way to ask for that.
      for (const other of idle) other.emit('error', new Error('Renewed, for the server takes no writes'))
      return
    }
    // The pool doesn't take back a connection that is ending.
    if (outdated.has(client)) void (client as pg.PoolClient & pg.Client).end()
    else idle.add(client)
  })
}

const DISK_FULL = '53100'

/** Pools with a write that was refused because the disk is full. */
const refusedForRoom = new WeakSet<pg.Pool>()

/** Watches for writes of this pool that are refused because the database's disk is full. */
function watchFullDisk(pool: pg.Pool): void {
  pool.on('release', (error) => {
    if (databaseErrorCode(error) === DISK_FULL) refusedForRoom.add(pool)
  })
}

/**
 * Writes one row, always the same, as any counted call does: a server that answers reads may still be a standby
 * or read-only. That row fits even on a full disk, so after a refused write the state stays `full` until new
 * data has found room. Throws the database's error.
 */
export async function databaseState({ pool }: { pool: pg.Pool }): Promise<'ok' | 'full'> {
  await touchReadinessRow(pool)
  if (!refusedForRoom.has(pool)) return 'ok'
  try {
    await takeRoom(pool)
  } catch (error) {
    // An account that may not create tables can't find out.
    if (databaseErrorCode(error) === DISK_FULL) return 'full'
  }
  refusedForRoom.delete(pool)
  return 'ok'
}
