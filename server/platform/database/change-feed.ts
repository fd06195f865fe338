import type pg from 'pg'
import { listenToChanges } from './changes.sql.ts'
import { selectWhetherReadOnly } from './database.sql.ts'
import type { Database } from './database.ts'

/** A connection that nothing is said on may be dead without a word: it is asked this often. */
const ASK_EVERY_MS = 20_000
/** After a failure the next try waits twice as long as the one before, up to the second of these. */
const RETRY_MS = [250, 5_000] as const

/** What committed transactions of all processes say, heard in this one. */
export interface ChangeFeed {
  /**
   * Listens from now on, once. `heard` gets each text; `began` is called whenever nothing will be missed from then on: what was
   * said before may have been.
   */
  listen(hearing: Hearing): void
  close(): Promise<void>
}

interface Hearing {
  heard(text: string): void
  began(): void
}

/**
 * Hears changes by a connection of its own, which is opened when the first one asks and again whenever it is lost. `openPool`
 * leads to the database itself: a pooler in between would hand the connection to others.
 */
export function changeFeed(
  database: Database,
  openPool: () => pg.Pool,
  onFailure: (error: unknown) => void,
): ChangeFeed {
  return database.kind === 'embedded' ? feedOfEmbedded(database.pool) : feedOfPostgres(openPool, onFailure)
}

function feedOfPostgres(openPool: () => pg.Pool, onFailure: (error: unknown) => void): ChangeFeed {
  let pool: pg.Pool | undefined
  let client: pg.PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let retryMs: number = RETRY_MS[0]

  const begin = async (hearing: Hearing) => {
    if (!pool) {
      pool = openPool()
      pool.on('error', () => {})
    }
    try {
      const opened = await pool.connect()
      if (isClosed) return opened.release(true)
      client = opened
      const lose = (error: Error = new Error('The connection that listens was closed')) => {
        if (client !== opened) return
        client = undefined
        clearTimeout(timer)
        opened.removeAllListeners('notification')
        // With the reason, so that the pool looks again for the server that takes writes.
        opened.release(error)
        retry(hearing, error)
      }
      opened.on('error', lose)
      opened.on('end', lose)
      opened.on('notification', ({ payload }) => hearing.heard(payload ?? ''))
      await listenToChanges(opened).catch(lose)
      if (client !== opened) return
      retryMs = RETRY_MS[0]
      hearing.began()
      const ask = async () => {
        const { rows } = await selectWhetherReadOnly(opened)
        if (rows[0]?.transaction_read_only === 'on')
          throw new Error('The server that is listened to takes no writes')
        if (client === opened) timer = setTimeout(() => void ask().catch(lose), ASK_EVERY_MS).unref()
      }
      timer = setTimeout(() => void ask().catch(lose), ASK_EVERY_MS).unref()
    } catch (error) {
      retry(hearing, error)
    }
  }
  const retry = (hearing: Hearing, error: unknown) => {
    if (isClosed) return
    onFailure(error)
    timer = setTimeout(() => void begin(hearing), retryMs).unref()
    retryMs = Math.min(retryMs * 2, RETRY_MS[1])
  }
  let isListening = false
  return {
    listen(hearing) {
      if (isListening) return
      isListening = true
      void begin(hearing)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      const held = client
      client = undefined
      held?.release(true)
      await pool?.end()
    },
  }
}

/** The connections of the embedded database are one session, which hears what it says itself. */
function feedOfEmbedded(pool: pg.Pool): ChangeFeed {
  const followed = new WeakSet<pg.PoolClient>()
  let isListening = false
  return {
    listen(hearing) {
      if (isListening) return
      isListening = true
      const follow = (client: pg.PoolClient) => {
        if (followed.has(client)) return
        followed.add(client)
        client.on('notification', ({ payload }) => hearing.heard(payload ?? ''))
      }
      pool.on('connect', follow)
      const begin = async () => {
        const client = await pool.connect()
        follow(client)
        await listenToChanges(client).finally(() => client.release())
        hearing.began()
      }
      // The process ends with its database.
      begin().catch(() => {})
    },
    async close() {},
  }
}
