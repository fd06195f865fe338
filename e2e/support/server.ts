import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { databaseFolder } from '#server/testing/database-folder.ts'
import { freePort } from '#server/testing/free-port.ts'
import { copyDatabase, dropDatabase } from '#server/testing/postgres.ts'

const MAIN = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

/** A product running for journeys, with its own data. */
export interface Product {
  baseUrl: string
  /** Stops it and deletes its data. */
  stop: () => Promise<void>
}

/**
 * A journey that is killed can't stop its product, which would then run forever. The product's workers get this
 * too, and have no channel.
 */
const ENDS_WITH_PARENT =
  "data:text/javascript,process.once('disconnect', () => process.kill(process.pid)); process.channel?.unref()"

/** Starts the product as in production, on its own PostgreSQL database, with the settings of `env`. */
export function startOnPostgres(env: Record<string, string> = {}): Promise<Product> {
  return onOwnDatabase((url) => startProduct({ DATABASE_URL: url, ...env }))
}

/** Starts a product on a new PostgreSQL database, which is dropped once it has stopped. */
async function onOwnDatabase(start: (url: string) => Promise<Product>): Promise<Product> {
  const template = process.env.E2E_TEMPLATE
  if (!template) throw new Error('The journeys’ PostgreSQL was not started')
  const url = await copyDatabase(template)
  const product = await start(url)
  return {
    ...product,
    async stop() {
      await product.stop()
      await dropDatabase(url)
    },
  }
}

/**
 * Starts a product that reads documents, except those of the demo people: they were stored by an earlier start,
 * because they would be read first, which takes longer than a journey.
 */
export async function startReading(env: Record<string, string>): Promise<Product> {
  const dataDir = await databaseFolder('verdaccord-e2e-')
  return onOwnDatabase(async (url) => {
    const stored = { DATABASE_URL: url, DATA_DIR: dataDir }
    await (await startProduct(stored)).stop()
    const product = await startProduct({ ...stored, ...env, READING: 'on' })
    return {
      ...product,
      async stop() {
        await product.stop()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
  })
}

/** Starts the product with its embedded defaults plus `env`, from this build or another. */
export async function startProduct(env: Record<string, string> = {}, main = MAIN): Promise<Product> {
  const dataDir = await databaseFolder('verdaccord-e2e-')
  const emptyDatabase = process.env.E2E_EMPTY_DATABASE
  if (emptyDatabase && !env.DATA_DIR && !env.DATABASE_URL)
    await cp(emptyDatabase, join(dataDir, 'database'), { recursive: true })
  const port = env.PORT ?? (await freePort())
  const server = spawn(process.execPath, ['--import', ENDS_WITH_PARENT, main], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '1000',
      // At whatever hour the journeys run, reading documents must not raise an alarm.
      READING_HOURS: '00-24',
      READING_WITHOUT_CASE_PER_DAY: '100000',
      // Journeys don't wait for documents to be read.
      READING: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  await ready(server)
  return {
    baseUrl: `http://localhost:${port}`,
    stop: async () => {
      server.kill('SIGTERM')
      await once(server, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function ready(server: ChildProcess): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      if (output.includes('is ready at')) resolve()
    }
    server.stdout?.on('data', read)
    server.stderr?.on('data', read)
    server.once('exit', (code) => reject(new Error(`The product stopped with ${code}:\n${output}`)))
  })
}
