import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { DeadLetterJob, ScheduleName } from '#contract/operations/job-names.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Counts, JobProgress } from '#server/platform/jobs/in-batches.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'

/** What a handler gets besides its payload. */
export interface JobContext {
  log: FastifyBaseLogger
  now(): Date
  /** Aborted if the process stops before the handler is done; the job is then repeated. */
  signal: AbortSignal
  /** 1 for the job's first run. */
  attempt: number
}

export type JobHandler<N extends JobName> = (data: JobPayloads[N], context: JobContext) => Promise<void>
/** Work that never ends by itself; it must return soon after `signal` is aborted. */
export type StandingWork = (context: Omit<JobContext, 'attempt'>) => Promise<void>

/** What a schedule's run gets, including what stores its progress. */
export interface ScheduleContext extends JobContext {
  progress: JobProgress
}
/** Returns counts of what it did, unless its batches have counted that already. */
export type ScheduleHandler = (context: ScheduleContext) => Promise<Counts | undefined>

export interface ScheduleOptions {
  /** Counts cheaply how many are due now; if absent, no one counts. */
  countDue?: () => Promise<number>
  /** The minute of its period at which it is due here, instead of JOB_TIMES's. */
  at?: number
}

export interface EnqueueOptions {
  /** Of an `exclusive` job, only one per key waits or runs at a time; the payload is the key if absent. */
  key?: string
  runAfterSeconds?: number
}

/**
 * Work that outlives its request. A handler that throws is repeated with growing waits.
 * It may run twice, so it must be idempotent. Register handlers and schedules before `start`.
 */
export interface Jobs {
  /** Opens the queues, so that jobs can be queued. Throws if the database can't be reached. */
  open(): Promise<void>
  /** Starts working on the opened queues. Throws if the database can't be reached. */
  start(): Promise<void>
  /** Accepts no more work until the next `start`, and waits for running jobs as `stop` does. */
  pause(): Promise<void>
  /** Accepts no more work and waits for running jobs, up to its limit. */
  stop(): Promise<void>
  /** Queues a job in the transaction of `tx`: it runs only if that commits. Throws before `open`. */
  enqueue<N extends JobName>(tx: Db, name: N, data: JobPayloads[N], options?: EnqueueOptions): Promise<void>
  handle<N extends JobName>(name: N, options: HandleOptions, handler: JobHandler<N>): void
  /**
   * Runs `handler` when JOB_TIMES says so, once across all processes, and records each run. A failed run is
   * repeated twice; one that was due while no process ran is made up for. While paused it doesn't run.
   */
  schedule(name: ScheduleName, handler: ScheduleHandler, options?: ScheduleOptions): void
  /**
   * Runs a schedule now if the transaction of `tx` commits; `askedBy` is the person who wants it. Returns false
   * if it is waiting or running already.
   */
  runNow(tx: Db, name: ScheduleName, askedBy?: number): Promise<boolean>
  /** Calls `look` every half a minute in this process while jobs are worked on. */
  watch(look: () => Promise<void>): void
  /** Runs `work` in every process for as long as jobs are worked on there. */
  standing(name: string, work: StandingWork): void
}

export interface HandleOptions {
  /** How many run at once in this process; 1 if absent. */
  concurrency?: number
  /**
   * How many jobs are fetched together; 1 if absent. They still run one after the other, each with its own
   * result, and together within one job's time limit; while there are that many, the next ones are fetched at
   * once.
   */
  batch?: number
}

/**
 * Every job and its payload. A payload contains ids, never personal data or tokens: the row it refers to is the
 * truth.
 */
export interface JobPayloads {
  'build-export': { exportId: string }
  'apply-stripe-event': { eventId: string }
  'copy-invoices': { clientId: number }
  'apply-decision': { caseId: number }
  'screen-case': { caseId: number }
  'screen-waiting': Record<string, never>
  'try-screening': Record<string, never>
  'read-document': { documentId: string }
}
export type JobName = keyof JobPayloads & DeadLetterJob

/** How a job is repeated and how long a run may take. */
export interface JobPolicy {
  /**
   * `exclusive`: one per key waits or runs at a time, and a second request is dropped. `standard`: each request
   * runs.
   */
  queue: 'exclusive' | 'standard'
  retries: number
  firstRetrySeconds: number
  maxRetrySeconds: number
  /** After this a run counts as crashed and is repeated. */
  expireSeconds: number
  /** It is queued to start at a later moment, for which someone waits. */
  beginsLater?: true
}

/** Screening computes for seconds at most; its sweep finds what still fails. */
const SCREENING: JobPolicy = {
  queue: 'exclusive',
  retries: 3,
  firstRetrySeconds: 10,
  maxRetrySeconds: 120,
  expireSeconds: 900,
}

export const JOB_POLICIES: Readonly<Record<JobName, JobPolicy>> = {
  // A decision queued twice is applied twice: the row tells which one counts. The sweep finds what still fails.
  'apply-decision': {
    queue: 'standard',
    retries: 5,
    firstRetrySeconds: 2,
    maxRetrySeconds: 30,
    expireSeconds: 60,
    beginsLater: true,
  },
  'screen-case': SCREENING,
  'screen-waiting': SCREENING,
  'try-screening': { ...SCREENING, expireSeconds: 3600 },
  // A few attempts close together; for a day the sweep queues again what still fails.
  'build-export': {
    queue: 'exclusive',
    retries: 3,
    firstRetrySeconds: 10,
    maxRetrySeconds: 120,
    expireSeconds: 900,
  },
  // A few attempts in case Stripe is briefly away; the sweep continues for as long as that lasts.
  'apply-stripe-event': {
    queue: 'exclusive',
    retries: 5,
    firstRetrySeconds: 2,
    maxRetrySeconds: 30,
    expireSeconds: 60,
  },
  'copy-invoices': {
    queue: 'exclusive',
    retries: 3,
    firstRetrySeconds: 30,
    maxRetrySeconds: 300,
    expireSeconds: 900,
  },
  // No one waits for it: everything works without the result.
  'read-document': {
    queue: 'exclusive',
    retries: 3,
    firstRetrySeconds: 10,
    maxRetrySeconds: 120,
    expireSeconds: 300,
  },
}

/** What wraps each run of a job. */
interface Around {
  registered?(name: string): void
  run<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** The same queues, with each run of a job registered through them wrapped in `around`. */
export function aroundJobs(jobs: Jobs, around: Around): Jobs {
  return {
    ...jobs,
    handle(name, options, handler) {
      around.registered?.(name)
      jobs.handle(name, options, (data, context) => around.run(name, () => handler(data, context)))
    },
    schedule(name, handler, options) {
      around.registered?.(name)
      jobs.schedule(name, (context) => around.run(name, () => handler(context)), options)
    },
  }
}

/** Work that runs until it is told to end. */
interface Running {
  /** Tells it to end, and waits until it has, up to the limit. */
  end(limitMs: number): Promise<void>
}

/** Starts each. A thrown error is logged, and the work isn't started again before the queues are. */
export function startStanding(
  all: readonly { name: string; work: StandingWork }[],
  { log, now }: { log: FastifyBaseLogger; now: () => Date },
): Running {
  const stop = new AbortController()
  const done = all.map(async ({ name, work }) => {
    const workLog = log.child({ job: name })
    try {
      await work({ log: workLog, now, signal: stop.signal })
    } catch (error) {
      workLog.error({ err: error }, 'Standing work ended by a failure')
    }
  })
  return {
    async end(limitMs) {
      stop.abort()
      await Promise.race([Promise.all(done), delay(limitMs, undefined, { ref: false })])
    },
  }
}

/** A job's payload with the trace that queued it. */
type Carried = Record<string, unknown> & { traceparent?: string }

/** Creates a span for each run. The trace travels in the payload; the job's key is computed without it. */
export function traceJobs(jobs: Jobs, tracing: Pick<Tracing, 'job' | 'traceparent'>): Jobs {
  return {
    ...jobs,
    enqueue(tx, name, data, options) {
      const traceparent = tracing.traceparent()
      const carried = traceparent ? { ...data, traceparent } : data
      return jobs.enqueue(tx, name, carried, { key: JSON.stringify(data), ...options })
    },
    handle: (name, options, handler) =>
      jobs.handle(name, options, (carried, context) => {
        const { traceparent, ...data } = carried as Carried
        return tracing.job({ name, attempt: context.attempt, queuedIn: { traceparent } }, () =>
          handler(data as typeof carried, context),
        )
      }),
    schedule: (name, handler, options) =>
      jobs.schedule(
        name,
        (context) => tracing.job({ name, attempt: context.attempt }, () => handler(context)),
        options,
      ),
  }
}
