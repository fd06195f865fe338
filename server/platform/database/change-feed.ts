import pg from 'pg'
import { selectWhetherReadOnly } from './database.sql.ts'
import type { Database } from './database.ts'
import { openPool } from './postgres.ts'
import { composed, NO_ROWS } from './statement.ts'

/** How often an idle connection is probed, since it may have died silently. */
const ASK_EVERY_MS = 20_000
/** Delays between attempts to reconnect: the first, doubled after each failure up to the second. */
const RETRY_MS = [250, 5_000] as const

/** Changes committed by any process, as heard by this one. */
export interface ChangeFeed {
  /** Listens on a channel that this process doesn't listen on yet. Returns a function that stops listening. */
  listen(channel: string, hearing: Hearing): () => void
  close(): Promise<void>
}

interface Hearing {
  heard(text: string): void
  /** Called whenever listening starts or resumes: changes before that moment may have been missed. */
  began(): void
}

/**
 * Hears changes on a connection of its own, opened for the first listener and reopened whenever it is lost;
 * `onFailure` gets the reason. `directUrl` bypasses a pooler, which would give the connection to other clients.
 */
export function changeFeed(
  database: Database,
  directUrl: string | undefined,
  onFailure: (error: unknown) => void,
): ChangeFeed {
  const { kind, pool } = database
  if (kind === 'embedded') return feedOfEmbedded(pool)
  const openOne = () =>
    directUrl ? openPool(directUrl, 1) : new pg.Pool({ ...pool.options, max: 1, idleTimeoutMillis: 0 })
  return feedOfPostgres(openOne, onFailure)
}

function feedOfPostgres(openOne: () => pg.Pool, onFailure: (error: unknown) => void): ChangeFeed {
  const hearings = new Map<string, Hearing>()
  let pool: pg.Pool | undefined
  let client: pg.PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let isListening = false
  let isClosed = false
  let retryMs: number = RETRY_MS[0]

  const begin = async () => {
    if (!pool) {
      pool = openOne()
      pool.on('error', () => {})
    }
    try {
      const opened = await pool.connect()
      if (isClosed) return opened.release(true)
      client = opened
      opened.on('error', (error) => lose(opened, error))
      opened.on('end', () => lose(opened))
      opened.on('notification', (said) => pass(hearings, said))
      await Promise.all([...hearings.keys()].map((channel) => join(opened, channel)))
      if (client !== opened) return
      retryMs = RETRY_MS[0]
      askLater(opened)
    } catch (error) {
      retry(error)
    }
  }
  const join = (on: pg.PoolClient, channel: string) =>
    listenOn(on, channel).then(
      () => void (client === on && hearings.get(channel)?.began()),
      (error) => lose(on, error),
    )
  const askLater = (opened: pg.PoolClient) => {
    timer = setTimeout(() => void ask(opened).catch((error) => lose(opened, error)), ASK_EVERY_MS).unref()
  }
  const ask = async (opened: pg.PoolClient) => {
    const { rows } = await selectWhetherReadOnly(opened)
    if (rows[0]?.transaction_read_only === 'on')
      throw new Error('The server that is listened to takes no writes')
    if (client === opened) askLater(opened)
  }
  const lose = (opened: pg.PoolClient, error = new Error('The connection that listens was closed')) => {
    if (client !== opened) return
    client = undefined
    clearTimeout(timer)
    opened.removeAllListeners('notification')
    // With the error, so that the pool looks again for the server that accepts writes.
    opened.release(error)
    retry(error)
  }
  const retry = (error: unknown) => {
    if (isClosed) return
    onFailure(error)
    timer = setTimeout(() => void begin(), retryMs).unref()
    retryMs = Math.min(retryMs * 2, RETRY_MS[1])
  }
  return {
    listen(channel, hearing) {
      hearings.set(channel, hearing)
      if (client) void join(client, channel)
      if (!isListening) void begin()
      isListening = true
      return () => void hearings.delete(channel)
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

/** All connections of the embedded database are one session, which hears its own notifications. */
function feedOfEmbedded(pool: pg.Pool): ChangeFeed {
  const hearings = new Map<string, Hearing>()
  const followed = new WeakSet<pg.PoolClient>()
  const follow = (client: pg.PoolClient) => {
    if (followed.has(client)) return
    followed.add(client)
    client.on('notification', (said) => pass(hearings, said))
  }
  pool.on('connect', follow)
  const begin = async (channel: string) => {
    const client = await pool.connect()
    follow(client)
    await listenOn(client, channel).finally(() => client.release())
    hearings.get(channel)?.began()
  }
  return {
    listen(channel, hearing) {
      hearings.set(channel, hearing)
      // The process ends with its database.
      begin(channel).catch(() => {})
      return () => void hearings.delete(channel)
    },
    async close() {},
  }
}

/** Notifications on a channel that no one listens to any more are dropped. */
function pass(hearings: ReadonlyMap<string, Hearing>, { channel, payload }: pg.Notification): void {
  hearings.get(channel)?.heard(payload ?? '')
}

/** LISTEN takes an identifier, which can't be passed as a parameter. */
function listenOn(client: pg.PoolClient, channel: string) {
  return composed(client, { text: `listen ${pg.escapeIdentifier(channel)}`, gives: NO_ROWS })
}
