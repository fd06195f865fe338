import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

// PGlite runs here, off the main thread, so that a long query, or a full disk on which it blocks for ever,
// stops neither the HTTP server nor its guards.
const { dataDir, isLean, socketPath, port, maxConnections } = workerData as {
  dataDir: string | undefined
  isLean: boolean
  socketPath: string | undefined
  port: number | undefined
  maxConnections: number
}

// A quarter of the usual buffers takes a quarter of the memory.
const startParams = [...PGlite.defaultStartParams, ...(isLean ? ['-c', 'shared_buffers=32MB'] : [])]

const engine = await PGlite.create({ dataDir, startParams, extensions: { pg_trgm } })
const server = new PGLiteSocketServer({
  db: engine,
  path: socketPath,
  port,
  host: '127.0.0.1',
  maxConnections,
})
await server.start()

parentPort?.on('message', async () => {
  await server.stop()
  await engine.close()
  parentPort?.postMessage('closed')
  process.exit(0)
})
parentPort?.postMessage('ready')
