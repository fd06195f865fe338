import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { registerHousekeeping } from './housekeeping.ts'
import { createLog } from './log.ts'
import { openRuntime } from './runtime.ts'

/** SIGTERM drains and stops within this time (decisions §9). */
const STOP_MS = 10_000

try {
  process.loadEnvFile()
} catch {
  // No .env file: the environment alone says it.
}

try {
  await main()
} catch (error) {
  const { message } = error as Error
  console.error(error instanceof ConfigError ? message : `Verdaccord cannot start: ${message}`)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const runtime = await openRuntime(config, log)
  const { server, services } = await buildApp({
    ...runtime.parts,
    webRoot: fileURLToPath(new URL('../dist/web', import.meta.url)),
  })
  registerHousekeeping(services)
  if (!config.clamdUrl) log.info('The malware scan is off; CLAMD_URL turns it on')
  const demo = config.demo ? await (await import('./demo/seed.ts')).seedDemo(services) : []

  await server.listen({ port: config.port, host: config.host })
  const stop = stopOnce(async () => {
    await server.close()
    await runtime.close()
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  console.log(`Verdaccord is ready at ${config.publicUrl}`)
  for (const line of demo) console.log(line)
  // Opening the queues takes longer than answering the first request; until then jobs wait.
  await services.jobs.start()
}

function stopOnce(close: () => Promise<void>): () => void {
  let stopping = false
  return () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_MS).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
}
