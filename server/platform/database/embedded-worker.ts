import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

// PGlite runs here, off the main thread: a long query, or the full disk on which it blocks permanently, then stops
// neither the HTTP server nor its guards (security, platform facts).
const { dataDir, isLean, socketPath, port, maxConnections } = workerData as {
  dataDir: string | undefined
  isLean: boolean
  socketPath: string | undefined
  port: number | undefined
  maxConnections: number
}

// V8 takes 600 MB for a moment to optimize one function of PGlite; as it is compiled first, it serves a command as well. The
// heaps of all threads are looked through after a quarter of growth, not after they doubled, and a quarter of the usual
// buffers is a quarter of that memory, too.
const LEAN = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--heap-growing-percent=25']
if (isLean) for (const flag of LEAN) setFlagsFromString(flag)
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
