import pg from 'pg'
import { selectWhetherReadOnly } from './database.sql.ts'
import type { Database } from './database.ts'
import { openPool } from './postgres.ts'
import { composed } from './statement.ts'

/** A connection that nothing is said on may be dead without a word: it is asked this often. */
const ASK_EVERY_MS = 20_000
/** After a failure the next try waits twice as long as the one before, up to the second of these. */
const RETRY_MS = [250, 5_000] as const

/** What committed transactions of all processes say, heard in this one. */
export interface ChangeFeed {
  /** Listens on a channel that no one here listens on. Returns what ends that. */
  listen(channel: string, hearing: Hearing): () => void
  close(): Promise<void>
}

interface Hearing {
  heard(text: string): void
  /** Whenever nothing will be missed from now on: what was said before may have been. */
  began(): void
}

/**
 * Hears changes by a connection of its own, which is opened when the first one asks and again whenever it is lost; `onFailure` is
 * told why. `directUrl` leads past a pooler, which would hand the connection to others.
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
    // With the reason, so that the pool looks again for the server that takes writes.
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

/** The connections of the embedded database are one session, which hears what it says itself. */
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

/** A channel that no one listens on any more is heard all the same, and says nothing to anyone. */
function pass(hearings: ReadonlyMap<string, Hearing>, { channel, payload }: pg.Notification): void {
  hearings.get(channel)?.heard(payload ?? '')
}

/** A channel is a name, which no statement takes as a value. */
function listenOn(client: pg.PoolClient, channel: string) {
  return composed(client, { text: `listen ${pg.escapeIdentifier(channel)}` })
}
