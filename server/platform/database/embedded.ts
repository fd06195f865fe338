import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { type Database, databaseOf } from './database.ts'

const MAX_CONNECTIONS = 4

/** All connections end in one engine, where the name of a prepared statement can be given once: here none is named. */
class UnnamedClient extends pg.Client {
  // The many signatures of `query` all begin with a text or a config object.
  override query(...[config, ...rest]: unknown[]): never {
    const unnamed =
      typeof config === 'object' && config !== null && 'name' in config
        ? { ...config, name: undefined }
        : config
    return (super.query as (...args: unknown[]) => never).call(this, unnamed, ...rest)
  }
}

/**
 * Opens PGlite in `dataDir` (in memory without one) in a worker thread, spoken to with the ordinary `pg` driver over a
 * private Unix socket, so that both databases share every line of code. Throws when the data cannot be opened.
 * The caller holds the lock on the directory: PGlite itself does not lock it.
 */
export async function openEmbedded(dataDir?: string): Promise<Database> {
  const socketDir = await mkdtemp(join(tmpdir(), 'verdaccord-'))
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: {
      dataDir,
      socketPath: join(socketDir, '.s.PGSQL.5432'),
      maxConnections: MAX_CONNECTIONS * 2,
    },
  })
  await Promise.race([
    once(worker, 'message'),
    once(worker, 'error').then(([error]) => {
      throw error
    }),
  ])
  worker.unref()
  const pool = new pg.Pool({
    Client: UnnamedClient,
    host: socketDir,
    user: 'postgres',
    database: 'postgres',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    query_timeout: 30_000,
    idleTimeoutMillis: 0,
  })
  return databaseOf('embedded', pool, async () => {
    worker.ref()
    worker.postMessage('close')
    await once(worker, 'exit')
    await rm(socketDir, { recursive: true, force: true })
  })
}
