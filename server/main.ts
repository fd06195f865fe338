import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { registerHousekeeping } from './housekeeping.ts'
import { createLog } from './log.ts'
import { openRuntime } from './runtime.ts'

/** SIGTERM drains and stops within this time (decisions §9). */
const STOP_MS = 10_000

try {
  await main()
} catch (error) {
  const { message } = error as Error
  console.error(error instanceof ConfigError ? message : `Verdaccord cannot start: ${message}`)
  process.exit(1)
}

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const runtime = await openRuntime(config, log)
  const { server, services } = await buildApp({
    ...runtime.parts,
    webRoot: fileURLToPath(new URL('../dist/web', import.meta.url)),
  })
  registerHousekeeping(services)
  if (!config.clamdUrl) log.info('The malware scan is off; CLAMD_URL turns it on')
  const demo = config.demo ? await (await import('./demo/seed.ts')).seedDemo(services) : []

  await server.listen({ port: config.port, host: config.host, listenTextResolver: () => 'listening' })
  console.log(`Verdaccord is ready at ${config.publicUrl}`)
  for (const line of demo) console.log(line)

  // Opening the queues takes longer than answering the first request; until then jobs wait.
  const started = services.jobs.start().then(
    () => services.mailer.warmUp(),
    (error: unknown) => log.error({ err: error }, 'The job queues did not open'),
  )
  const stop = stopOnce(async () => {
    await server.close()
    await started
    await runtime.close()
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
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
