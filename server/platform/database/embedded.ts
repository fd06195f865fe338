import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { type Database, databaseOf, refuseWithin } from './database.ts'
import { UnnamedClient } from './unnamed-client.ts'

/**
 * PGlite is one session, and its socket server interleaves messages of several connections, which could pair
 * one query's values with another's statement. So there is one connection, and callers wait for it in the pool.
 */
const POOL_SIZE = 1
/** The connection being replaced may still be there for a moment. */
const MAX_CONNECTIONS = 4
/** As long as a query may take, because waiting for the connection means waiting for the query before. */
const WAIT_MS = 30_000

/**
 * Opens PGlite in `dataDir` (in memory without one) in a worker thread and connects to it with the ordinary
 * `pg` driver over a private Unix socket, so that both databases share every line of code. Throws if the data
 * can't be opened. The caller must hold the lock on the directory; PGlite doesn't lock it. `isLean` saves
 * memory, for a command that a small machine runs next to the server.
 */
export async function openEmbedded(dataDir?: string, { isLean = false } = {}): Promise<Database> {
  const socketDir = await mkdtemp(join(tmpdir(), 'verdaccord-'))
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: {
      dataDir,
      isLean,
      socketPath: join(socketDir, '.s.PGSQL.5432'),
      maxConnections: MAX_CONNECTIONS,
    },
  })
  await isReady(worker)
  let closing = false
  worker.once('exit', (code) => {
    // An engine that dies takes every query with it; ending the process gets it restarted and the reason
    // logged.
    if (!closing) throw new Error(`The embedded database stopped with code ${code}`)
  })
  worker.unref()
  const pool = new pg.Pool({
    Client: UnnamedClient,
    host: socketDir,
    user: 'postgres',
    database: 'postgres',
    max: POOL_SIZE,
    connectionTimeoutMillis: WAIT_MS,
    query_timeout: WAIT_MS,
    idleTimeoutMillis: 0,
  })
  refuseWithin(pool)
  const database = databaseOf('embedded', pool, {
    async closeBehind() {
      closing = true
      worker.ref()
      worker.postMessage('close')
      await once(worker, 'exit')
      await rm(socketDir, { recursive: true, force: true })
    },
  })
  return { ...database, folder: dataDir }
}

/**
 * Resolves on the worker's own message: Node's watch mode sends others before it. Throws the reason if the
 * worker ends instead.
 */
function isReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message) => {
      if (message === 'ready') resolve()
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The embedded database stopped with code ${code}`)))
  })
}
