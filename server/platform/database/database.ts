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
 * A handle for queries: the pool outside a transaction, one connection inside. Both read alike, and both have what encrypts
 * the values of rows; reading it throws before `encryptWith`.
 */
export type Db = NodePgDatabase & { $client: pg.Pool | pg.PoolClient; readonly $fields: FieldCipher }

/** The one handle on the data, whether PostgreSQL or the embedded PGlite is behind it. */
export interface Database {
  kind: 'postgres' | 'embedded'
  /** Where the embedded database keeps its files; undefined on PostgreSQL and in memory. */
  folder?: string | undefined
  pool: pg.Pool
  db: Db
  /** Runs `work` in one transaction; repeats it when the database asks for that (deadlock, serialisation). */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** Hands in what encrypts the values of rows, before anyone reads or writes them. */
  encryptWith(fields: FieldCipher): void
  close(): Promise<void>
}

const RETRY_CODES = new Set(['40001', '40P01'])
const MAX_TRIES = 8
/** Anyone who lost a deadlock waits a little longer each time, so that the winner is through before. */
const RETRY_STEP_MS = 25

/** The transaction that this code runs in, until it ends. */
const running = new AsyncLocalStorage<{ isOver: boolean }>()

/**
 * Makes a pool refuse what is asked of it from inside a transaction. That would wait for a connection beside the one that
 * the transaction holds: for ever where there is one, and elsewhere as soon as all are taken by others that do the same.
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
 * Wraps a pool as the product's handle; one on a replica of `primary` decrypts as that does. Throws nothing; the first query
 * tells whether the database answers.
 */
export function databaseOf(
  kind: Database['kind'],
  pool: pg.Pool,
  { closeBehind, primary }: { closeBehind?: () => Promise<void>; primary?: Database } = {},
): Database {
  // A broken idle connection is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
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

/** COMMIT was sent and its answer never came: the work may be saved or not, so nothing may be undone beside it. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'
}

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await commitTransaction(client)
  } catch (error) {
    // An answer of the server is certain: it did not commit.
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
        // One to a server that became read-only, or whose work was cut off, would fail again: another one is made.
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
 * After a failover the connections of a pool lead to a server that takes no writes any more. The first write that finds out
 * renews all of them: else each would have to fail one by one, and those that only read would keep showing what is old.
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
      // The pool removes an idle connection that reports an error; it has no other way to ask for that.
      for (const other of idle) other.emit('error', new Error('Renewed, for the server takes no writes'))
      return
    }
    // A pool takes no connection back that is ending.
    if (outdated.has(client)) void (client as pg.PoolClient & pg.Client).end()
    else idle.add(client)
  })
}

const DISK_FULL = '53100'

/** Pools of which a write was refused because there is no room for it. */
const refusedForRoom = new WeakSet<pg.Pool>()

/** Watches for a write of this pool that is refused because the disk of the database is full. */
function watchFullDisk(pool: pg.Pool): void {
  pool.on('release', (error) => {
    if (databaseErrorCode(error) === DISK_FULL) refusedForRoom.add(pool)
  })
}

/**
 * Writes one row, always the same, as any changing call does when it is counted: a server that answers questions may still be
 * a standby or read-only. That row finds its room on a full disk, too, so once another write was refused it is full until
 * something new has found room. Throws as the database refuses.
 */
export async function databaseState({ pool }: { pool: pg.Pool }): Promise<'ok' | 'full'> {
  await touchReadinessRow(pool)
  if (!refusedForRoom.has(pool)) return 'ok'
  try {
    await takeRoom(pool)
  } catch (error) {
    // An account that may not make one can't find out.
    if (databaseErrorCode(error) === DISK_FULL) return 'full'
  }
  refusedForRoom.delete(pool)
  return 'ok'
}
