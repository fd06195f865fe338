import type { FastifyBaseLogger } from 'fastify'
import type { ConstructorOptions, JobResult, PgBoss, SendOptions } from 'pg-boss'
import { ScheduleName } from '#contract/operations/job-names.ts'
import { cronOf } from '#domain/jobs/job-times.ts'
import type { ChangeFeed } from '#server/platform/database/change-feed.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { databaseFault } from '#server/platform/database/database-faults.ts'
import { passOn } from '#server/platform/database/statement.ts'
import { fileDeadLetters, isNoLongerDead } from './dead-letters.ts'
import { plainReason, runSchedule, type Schedule } from './job-runs.ts'
import { registerStates, timesOf } from './job-states.ts'
import { DEAD_LETTERS, selectGoneSchedules, selectWhetherBossMissing } from './jobs.sql.ts'
import {
  type EnqueueOptions,
  type HandleOptions,
  JOB_POLICIES,
  type JobContext,
  type JobName,
  type JobPolicy,
  type Jobs,
  type StandingWork,
  startStanding,
} from './jobs.ts'

/** Options of the queues. The timings have defaults for production; tests shorten them. */
interface JobsOptions {
  database: Database
  log: FastifyBaseLogger
  now: () => Date
  /** Wakes the queues when a job is committed; without it they are polled every `pollSeconds`. */
  feed?: ChangeFeed
  pollSeconds?: number
  /** How long `stop` waits for running jobs; the whole process has 10 s (choices §9.2). */
  stopSeconds?: number
  /** Replaces the waits between attempts of every job. */
  retrySeconds?: { first: number; max: number }
}

type Run = (data: never, context: JobContext) => Promise<void>

const DAY_SECONDS = 86_400
const WATCH_MS = 30_000
/** A run may take hours; if its process dies, its silence is noticed and the run is taken over. */
const SCHEDULE_OPTIONS: SendOptions = {
  retryLimit: 2,
  retryDelay: 60,
  retryBackoff: true,
  heartbeatSeconds: 60,
  expireInSeconds: 6 * 3600,
  deleteAfterSeconds: DAY_SECONDS,
}
/** How often a queue with wake-ups is polled nevertheless, for jobs that start later, such as retries. */
const WOKEN_SECONDS = 15
/** Every worker may fail at every poll; one log line in this time is enough. */
const SAME_ERROR_MS = 30_000

async function outcomeOf(id: string, work: Promise<void>): Promise<JobResult> {
  try {
    await work
    return { id, status: 'completed' }
  } catch (error) {
    return { id, status: 'failed', output: { message: plainReason(error) } }
  }
}

/** The queues on pg-boss, on PostgreSQL (any number of processes) or PGlite. Loads pg-boss only in `open`. */
export function createJobs(options: JobsOptions): Jobs {
  const { database, log, now, feed, pollSeconds = 2, stopSeconds = 3 } = options
  const stopMs = stopSeconds * 1000
  const wokenSeconds = Math.max(pollSeconds, WOKEN_SECONDS)
  const workers: { name: JobName; options: HandleOptions; run: Run }[] = []
  const schedules: Schedule[] = []
  const standing: { name: string; work: StandingWork }[] = []
  let running: ReturnType<typeof startStanding> | undefined
  /** Accepts jobs, from `open` to `stop`. */
  let sender: PgBoss | undefined
  /** Works on jobs, from `start` to `pause` or `stop`. */
  let worker: PgBoss | undefined
  /** Aborted when the queues close: a schedule's run stops there, and is taken over where it was. */
  let closing = new AbortController()
  let look: (() => Promise<void>) | undefined
  let watching: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  const errors = queueErrors(log, now)

  function register(name: string, add: () => void): void {
    if (worker) throw new Error(`${name} is registered after the work began`)
    if ([...workers, ...schedules, ...standing].some((known) => known.name === name))
      throw new Error(`${name} is registered twice`)
    add()
  }

  function sendOptions(
    policy: JobPolicy,
    data: object,
    { key, runAfterSeconds }: EnqueueOptions,
  ): SendOptions {
    return {
      singletonKey: key ?? (policy.queue === 'exclusive' ? JSON.stringify(data) : undefined),
      startAfter: runAfterSeconds,
      retryLimit: policy.retries,
      retryBackoff: true,
      retryDelay: options.retrySeconds?.first ?? policy.firstRetrySeconds,
      retryDelayMax: options.retrySeconds?.max ?? policy.maxRetrySeconds,
      expireInSeconds: policy.expireSeconds,
      deleteAfterSeconds: DAY_SECONDS,
      deadLetter: DEAD_LETTERS,
    }
  }

  async function run(
    name: string,
    job: { retryCount: number; signal: AbortSignal },
    work: (c: JobContext) => Promise<void>,
  ) {
    const jobLog = log.child({ job: name })
    const attempt = job.retryCount + 1
    try {
      await work({ log: jobLog, now, signal: job.signal, attempt })
    } catch (error) {
      jobLog.warn({ err: error, attempt }, 'A job failed and is repeated while it has repeats left')
      throw error
    }
  }

  async function makeBoss(settings: ConstructorOptions): Promise<PgBoss> {
    const { PgBoss } = await import('pg-boss')
    const made = new PgBoss({
      db: { ...executor(database.db), ...(feed && { listen: listenBy(feed) }) },
      backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
      ...settings,
    })
    made.on('error', errors.met)
    made.on('warning', ({ message }) => log.warn({ warning: message }, 'The job queue warns'))
    return made
  }

  async function makeSender(): Promise<PgBoss> {
    const { rows } = await selectWhetherBossMissing(database.pool)
    // If the tables have an owner of their own, that account created the schema, and the process may not.
    return makeBoss({ createSchema: rows[0]?.missing ?? true, supervise: false, schedule: false })
  }

  const makeWorker = () =>
    makeBoss({
      migrate: false,
      useListenNotify: feed !== undefined,
      // A crashed run is noticed within this plus its own limit.
      superviseIntervalSeconds: 20,
      monitorIntervalSeconds: 20,
      cronMonitorIntervalSeconds: 20,
      cronWorkerIntervalSeconds: 2,
    })

  async function makeQueues(open: PgBoss): Promise<void> {
    const known = new Map((await open.getQueues()).map((queue) => [queue.name, queue]))
    const wanted = [
      // First, because jobs refer to it.
      { name: DEAD_LETTERS, policy: 'standard' as const },
      ...Object.entries(JOB_POLICIES).map(([name, { queue }]) => ({ name, policy: queue })),
      ...ScheduleName.options.map((name) => ({ name, policy: 'exclusive' as const })),
    ]
    for (const { name, policy } of wanted) {
      const queue = known.get(name)
      if (queue?.notify) continue
      if (queue) {
        await open.updateQueue(name, { notify: true })
        continue
      }
      await open.createQueue(name, { policy, notify: true })
      // Loads the queue into pg-boss's cache: looking it up later, inside a caller's transaction but on another
      // connection, would wait for ever on PGlite, which runs one transaction at a time.
      await open.findJobs(name, { key: 'none' })
    }
  }

  async function startWorking(open: PgBoss): Promise<void> {
    for (const { name, options, run: work } of workers) {
      const settings = {
        localConcurrency: options.concurrency ?? 1,
        pollingIntervalSeconds: pollSeconds,
        notifyPollingIntervalSeconds: JOB_POLICIES[name].beginsLater ? pollSeconds : wokenSeconds,
        batchSize: options.batch ?? 1,
        burstWhenBatchFull: true,
        perJobResults: true,
        includeMetadata: true,
      } as const
      await open.work<never, JobResult[], typeof settings>(name, settings, async (batch) => {
        const results: JobResult[] = []
        // The database returns them in no order.
        for (const job of batch.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime())) {
          // The rest of an abandoned batch is repeated.
          if (job.signal.aborted) break
          results.push(
            await outcomeOf(
              job.id,
              run(name, job, async (context) => {
                await work(job.data, context)
                await isNoLongerDead(database.db, name, job.singletonKey)
              }),
            ),
          )
        }
        return results
      })
    }
    for (const schedule of schedules) {
      const { name } = schedule
      const settings = {
        pollingIntervalSeconds: pollSeconds,
        notifyPollingIntervalSeconds: wokenSeconds,
        includeMetadata: true,
      } as const
      await open.work<{ askedBy?: number } | null, void, typeof settings>(name, settings, async (batch) => {
        for (const job of batch)
          await run(name, job, (context) => {
            const signal = AbortSignal.any([context.signal, closing.signal])
            return runSchedule(database, schedule, { ...context, signal }, job.data?.askedBy ?? null)
          })
      })
      await setSchedule(open, schedule)
    }
  }

  async function setSchedule(open: PgBoss, schedule: Schedule): Promise<void> {
    const retryDelay = options.retrySeconds?.first ?? SCHEDULE_OPTIONS.retryDelay
    await open.schedule(schedule.name, cronOf(timesOf(schedule)), null, {
      ...SCHEDULE_OPTIONS,
      retryDelay,
      missed: 'once',
    })
  }

  /**
   * Removes the schedules of a former configuration, which no process works on, and sets ours again if a process
   * that had not heard of us for a while removed them. Names that only another release knows are left.
   */
  async function tidySchedules(open: PgBoss): Promise<void> {
    const { rows: gone } = await selectGoneSchedules(database.pool, [ScheduleName.options])
    const set = new Set((await open.getSchedules()).map(({ name }) => name))
    for (const { name } of gone) if (set.has(name)) await open.unschedule(name)
    for (const schedule of schedules) if (!set.has(schedule.name)) await setSchedule(open, schedule)
  }

  async function lookAfterJobs(): Promise<void> {
    await registerStates(database, schedules, now())
    if (worker) await tidySchedules(worker)
    await fileDeadLetters(database.db)
    await look?.()
  }

  function startWatching(): void {
    watching = setInterval(() => {
      looking ??= lookAfterJobs()
        .then(errors.over)
        .catch((error: unknown) => {
          if (error instanceof Error && databaseFault(error)) errors.met(error)
          else log.error({ err: error }, 'The jobs could not be looked after')
        })
        .finally(() => {
          looking = undefined
        })
    }, WATCH_MS).unref()
  }

  async function stopWatching(): Promise<void> {
    clearInterval(watching)
    await looking
  }

  /** Sends a job in the transaction of `tx`. Returns its id, or null if one with the same key is waiting. */
  function send(tx: Db, name: string, data: object | null, sendOptions: SendOptions): Promise<string | null> {
    if (!sender) throw new Error('The queues are not open')
    return sender.send(name, data, { ...sendOptions, db: executor(tx) })
  }

  return {
    async open() {
      const opened = await makeSender()
      try {
        await opened.start()
        await makeQueues(opened)
      } catch (error) {
        await opened.stop({ graceful: false }).catch(() => {})
        throw error
      }
      sender = opened
    },
    async start() {
      const opened = await makeWorker()
      closing = new AbortController()
      try {
        await opened.start()
        await registerStates(database, schedules, now())
        await startWorking(opened)
        await tidySchedules(opened)
      } catch (error) {
        // A later start mustn't find this one half started.
        await opened.stop({ graceful: false }).catch(() => {})
        throw error
      }
      worker = opened
      running = startStanding(standing, { log, now })
      startWatching()
    },
    async pause() {
      closing.abort()
      await stopWatching()
      const open = worker
      worker = undefined
      await Promise.all([running?.end(stopMs), open?.stop({ graceful: true, timeout: stopMs })])
    },
    async stop() {
      const ended = running?.end(stopMs)
      closing.abort()
      await stopWatching()
      await Promise.all([ended, worker?.stop({ graceful: true, timeout: stopMs })])
      await sender?.stop({ graceful: false })
    },
    async enqueue(tx, name, data, enqueueOptions = {}) {
      await send(tx, name, data, sendOptions(JOB_POLICIES[name], data, enqueueOptions))
    },
    handle: (name, handleOptions, handler) =>
      register(name, () => workers.push({ name, options: handleOptions, run: handler })),
    standing: (name, work) => register(name, () => standing.push({ name, work })),
    schedule: (name, handler, scheduleOptions = {}) =>
      register(name, () => schedules.push({ name, handler, ...scheduleOptions })),
    async runNow(tx, name, askedBy) {
      return (await send(tx, name, askedBy ? { askedBy } : null, SCHEDULE_OPTIONS)) !== null
    },
    watch: (asked) =>
      register('The look at the jobs', () => {
        look = asked
      }),
  }
}

function executor(db: Db) {
  return { executeSql: (text: string, values?: unknown[]) => passOn(db, text, values) }
}

/** The listener that pg-boss uses. */
function listenBy(feed: ChangeFeed): NonNullable<NonNullable<ConstructorOptions['db']>['listen']> {
  return async (channel, heard, began) => {
    const end = feed.listen(channel, { heard, began })
    return { close: async () => end() }
  }
}

/**
 * Logs what the queue reports: an outage of the database, which every worker meets at every poll, once until it is
 * `over`, and other errors once in a while.
 */
function queueErrors(log: FastifyBaseLogger, now: () => Date) {
  const lastSeen = new Map<string, number>()
  let isAway = false
  return {
    met(reported: object): void {
      // A worker's error is reported as a copy, which is no Error.
      const error = reported instanceof Error ? reported : Object.assign(new Error(), reported)
      if (databaseFault(error) === 'away') {
        if (!isAway) log.error({ err: error }, 'The job queue can’t reach the database, and tries again')
        isAway = true
        return
      }
      const time = now().getTime()
      if (time - (lastSeen.get(error.message) ?? -Infinity) < SAME_ERROR_MS) return
      if (lastSeen.size > 100) lastSeen.clear()
      lastSeen.set(error.message, time)
      log.error({ err: error }, 'The job queue met an error')
    },
    over(): void {
      if (isAway) log.warn('The job queue reaches the database again')
      isAway = false
    },
  }
}
