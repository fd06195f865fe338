import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { madeUpDetails } from './boot/company-details.ts'
import { changeLevelBySignal, createLog } from './boot/log.ts'
import { storeReleaseAssets } from './boot/release-assets.ts'
import { openRuntime } from './boot/runtime.ts'
import { screeningProcess } from './boot/screening-process.ts'
import { assertCanListen, listenProblem, startNotes } from './boot/start-notes.ts'
import { storedKeyProblems } from './boot/stored-keys.ts'
import { ConfigError, misspelt, readConfig } from './config.ts'
import { checkpointAtStop } from './features/operations/housekeeping/checkpoint-ledger.ts'
import { receiveCopy } from './features/operations/housekeeping/restored-copy.ts'
import { checkStore } from './features/operations/housekeeping/sweep-files.ts'
import { requestMissingLists } from './features/screening/jobs.ts'
import { registerHousekeeping } from './housekeeping.ts'
import { casePolicyOf } from './model/cases/case-policy.ts'
import { otherIssuersWarning } from './model/people/other-issuers.ts'
import { importSample } from './model/screening/sanctions-lists.ts'
import { databaseFault } from './platform/database/database-faults.ts'
import { canRewriteLedger, REWRITES } from './platform/database/prepare.ts'
import { AppError } from './platform/http/app-error.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import type { Services } from './services.ts'

/** After it has said that it drains, the process stops within this time (choices §9.2). */
const STOP_MS = 10_000
/** Of that, what requests have to finish; then the slowest readers are cut off, and the jobs get the rest. */
const DRAIN_MS = 6_000
const MAINTENANCE_POLL_MS = 2_000
/** Of sysexits: only another configuration helps, so that the service's manager need not try again. */
const WRONG_CONFIGURATION = 78
/** A file store that is away holds up no start for longer. */
const ASSETS_MS = 5_000

main().catch((error: unknown) => {
  const { message } = error as Error
  console.error(
    error instanceof ConfigError ? message : `Verdaccord cannot start: ${message}${adviceOn(error)}`,
  )
  process.exit(error instanceof ConfigError ? WRONG_CONFIGURATION : 1)
})

/** What to do about a failure that doesn't say so itself. */
function adviceOn(error: unknown): string {
  const doctor = 'npm run admin -- doctor says what is wrong'
  // A part that is away, such as the malware scan, says so in a sentence of its own.
  if (error instanceof AppError) return ` ${doctor}`
  return databaseFault(error) ? `. Check DATABASE_URL; ${doctor}` : ''
}

async function main(): Promise<void> {
  const config = readConfig()
  let tracing: Tracing | undefined
  const log = createLog(
    config.logLevel,
    undefined,
    config.tracing && ((logger) => tracing?.logFields(logger) ?? {}),
  )
  changeLevelBySignal(log, config.logLevel)
  if (config.tracing) {
    const { openTracing } = await import('./platform/tracing/open-tracing.ts')
    tracing = openTracing({ ...config.tracing, version: config.company.version, log })
  }
  await assertCanListen(config)
  const runtime = await openRuntime(config, log, tracing)
  const webRoot = fileURLToPath(new URL('../dist/web', import.meta.url))
  const closeAndThrow = async (error: unknown) => {
    await runtime.close()
    throw error
  }
  const [{ server, services, drain, reportMissingKeys }] = await Promise.all([
    buildApp({ ...runtime.parts, webRoot }),
    runtime.migrated,
  ]).catch(closeAndThrow)
  // By the database as it is: the one of the services refuses to write in maintenance.
  await receiveCopy({ ...runtime.parts, log, policy: casePolicyOf(config) }).catch(closeAndThrow)
  // It starts nevertheless, for a key may be lost for good, and the others still open what is theirs.
  const missingKeys = await storedKeyProblems(config, services.database, runtime.documentKeys).catch(
    closeAndThrow,
  )
  for (const says of missingKeys) log.error(says)
  if (missingKeys.length > 0) reportMissingKeys()
  // PGlite has one connection, and is this process's.
  registerHousekeeping(services, config.database && screeningProcess(runtime.documentKeys))
  await services.jobs.open().catch(closeAndThrow)
  const isClosed = await services.maintenance.isOn()
  if (isClosed) log.warn('The process starts with maintenance: people can read only')
  // The demo's people are approved before a file of the operator's is read.
  if (!isClosed && !config.production && (config.demo || config.sanctions.files.length === 0))
    await importSample(services.database, services.now())
  if (!isClosed) await requestMissingLists(services)
  for (const { level, text } of startNotes(config, misspelt(), madeUpDetails(config))) log[level](text)
  const others = await otherIssuersWarning(services.database, services.identity.issuer)
  if (others) log.warn(others)
  if (config.production && config.database && (await canRewriteLedger(services.database))) log.warn(REWRITES)
  const seeded = config.demo && !isClosed ? await (await import('./demo/seed.ts')).seedDemo(services) : []
  // Their accounts are the embedded provider's, so another one lets none of them in.
  const demo = config.identity ? [] : seeded

  const storeAssets = () =>
    storeReleaseAssets(runtime.parts, join(webRoot, 'assets')).catch((error: unknown) =>
      log.warn({ err: error }, 'Other releases cannot serve the pages of this one while it is replaced'),
    )
  // As soon as a page of this release is served, a process of the former one may be asked for its parts.
  if (config.database) await Promise.race([storeAssets(), delay(ASSETS_MS, undefined, { ref: false })])

  await server
    .listen({ port: config.port, host: config.host, listenTextResolver: () => 'listening' })
    .catch((error: unknown) => {
      throw listenProblem(error, config)
    })
  const stopping = new AbortController()
  // A bucket may take long to say; anyone who comes meanwhile is served.
  void checkStore(services, stopping.signal)
  let assetsStored: Promise<void> | undefined
  let jobsFollow: Promise<void> | undefined
  const stop = stopOnce(async (signal) => {
    log.info({ signal, drainSeconds: config.drainSeconds }, 'The process is stopping')
    drain()
    // A load balancer asks from time to time, and must have heard of it before the door is closed.
    await delay(config.drainSeconds * 1000)
    setTimeout(() => {
      log.warn('The process stops with work under way, which is done again later')
      process.exit(1)
    }, STOP_MS).unref()
    stopping.abort()
    const { server: listener } = server
    // A connection whose last answer is given now would be kept for a next request, and the stop with it.
    const idle = setInterval(() => listener.closeIdleConnections(), 50)
    const cutOff = setTimeout(() => listener.closeAllConnections(), DRAIN_MS)
    await server.close()
    clearInterval(idle)
    clearTimeout(cutOff)
    await assetsStored
    await jobsFollow
    await checkpointAtStop(services)
    await runtime.close()
    await tracing?.close()
    log.info('The process has stopped')
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  // After this line someone may stop the process at any moment.
  const ready = `Verdaccord is ready at ${config.publicUrl}`
  // In production a line like the others, but whatever the level.
  if (config.production) createLog('info').info(ready)
  // In one piece: anyone who waits for the first line has all of it.
  else console.log([ready, ...demo].join('\n'))
  jobsFollow = workOutsideMaintenance(services, isClosed, stopping.signal)
  // One process alone has its files in its own folder, until another takes its place.
  if (!config.database) assetsStored = storeAssets()
}

/** Has jobs worked on whenever maintenance is off. `isOn` is what the start has said of it. */
async function workOutsideMaintenance(
  { jobs, maintenance, log }: Services,
  isOn: boolean,
  stopping: AbortSignal,
): Promise<void> {
  let isWorking = false
  let saidOn = isOn
  let hasFailed = false
  while (!stopping.aborted) {
    try {
      const mayWork = !(await maintenance.isOn())
      if (mayWork !== isWorking) await (mayWork ? jobs.start() : jobs.pause())
      isWorking = mayWork
      if (mayWork === saidOn)
        log.info(mayWork ? 'Maintenance is over' : 'Maintenance is on: no jobs run and no mails leave')
      saidOn = !mayWork
      if (hasFailed) log.warn('The jobs are started or paused again')
      hasFailed = false
    } catch (error) {
      if (!hasFailed)
        log.error({ err: error }, 'The jobs could not be started or paused, which is tried again')
      hasFailed = true
    }
    await delay(MAINTENANCE_POLL_MS, undefined, { signal: stopping }).catch(() => {})
  }
}

function stopOnce(close: (signal: NodeJS.Signals) => Promise<void>): (signal: NodeJS.Signals) => void {
  let stopping = false
  return (signal) => {
    if (stopping) return
    stopping = true
    close(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
}
