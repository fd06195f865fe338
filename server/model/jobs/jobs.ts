import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { DeadLetterJob, ScheduleName } from '#contract/operations/job-names.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Counts, JobProgress } from '#server/platform/jobs/in-batches.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'

/** What a handler may use beside its payload. */
export interface JobContext {
  log: FastifyBaseLogger
  now(): Date
  /** Aborted when the process stops before the handler is done; the job is then repeated. */
  signal: AbortSignal
  /** 1 for the first run of this job. */
  attempt: number
}

export type JobHandler<N extends JobName> = (data: JobPayloads[N], context: JobContext) => Promise<void>
/** Work that never ends by itself: it returns soon after `signal` is aborted. */
export type StandingWork = (context: Omit<JobContext, 'attempt'>) => Promise<void>

/** What a run of a schedule may use, and what keeps how far it has got. */
export interface ScheduleContext extends JobContext {
  progress: JobProgress
}
/** Returns what it did, in numbers, where its batches have not counted it already. */
export type ScheduleHandler = (context: ScheduleContext) => Promise<Counts | undefined>

export interface ScheduleOptions {
  /** How many are due now, counted cheaply; no one counts where it is absent. */
  countDue?: () => Promise<number>
  /** The minute of its period at which it is due here, in place of that of JOB_TIMES. */
  at?: number
}

export interface EnqueueOptions {
  /** Equal keys of an `exclusive` job are one job while it waits or runs; the payload itself when absent. */
  key?: string
  runAfterSeconds?: number
}

/**
 * Work that outlives its request (architecture: rules). A handler that throws is repeated with growing waits; it may
 * run twice, so it must bear that. Handlers and schedules are registered before `start`.
 */
export interface Jobs {
  /** Opens the queues, so that jobs are taken in. Throws when the database cannot be reached. */
  open(): Promise<void>
  /** Starts to work on open queues. Throws when the database cannot be reached. */
  start(): Promise<void>
  /** Takes no more work until the next `start`, and waits for what runs as `stop` does. */
  pause(): Promise<void>
  /** Takes no more work and waits for what runs, up to the limit it was made with. */
  stop(): Promise<void>
  /**
   * Queues a job in the transaction of `tx`: it runs if that commits and not otherwise. Throws before `open`.
   */
  enqueue<N extends JobName>(tx: Db, name: N, data: JobPayloads[N], options?: EnqueueOptions): Promise<void>
  handle<N extends JobName>(name: N, options: HandleOptions, handler: JobHandler<N>): void
  /**
   * Runs `handler` when JOB_TIMES says so, once across all processes on the database, and keeps each run. One that fails is
   * repeated twice; one that was due while no process ran is made up for. Paused, it does not run.
   */
  schedule(name: ScheduleName, handler: ScheduleHandler, options?: ScheduleOptions): void
  /**
   * Runs a schedule now, if the transaction of `tx` commits; `askedBy` is the person who wants it. Returns false where it
   * waits or runs already.
   */
  runNow(tx: Db, name: ScheduleName, askedBy?: number): Promise<boolean>
  /** Calls `look` every half a minute in this process while jobs are worked on. */
  watch(look: () => Promise<void>): void
  /** Runs `work` in every process for as long as jobs are worked on there. */
  standing(name: string, work: StandingWork): void
}

export interface HandleOptions {
  /** How many run at once in this process; 1 when absent. */
  concurrency?: number
  /**
   * Jobs that are fetched together, one when absent. They still run one after the other, each with its own success or
   * failure, and together within the time of one; while there are that many, the next ones are fetched at once.
   */
  batch?: number
}

/** Every job and what it is told. A job carries ids, never personal data or tokens: the row it names is the truth. */
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

/** How a job is repeated and how long one run may take. */
export interface JobPolicy {
  /** `exclusive`: of equal keys one waits or runs at a time, a second request is dropped; `standard`: each request runs. */
  queue: 'exclusive' | 'standard'
  retries: number
  firstRetrySeconds: number
  maxRetrySeconds: number
  /** After this a run counts as crashed and is repeated. */
  expireSeconds: number
  /** It is asked to begin at a later moment, which someone waits for. */
  beginsLater?: true
}

/** Screening computes for seconds at most; what still fails is found by its sweep. */
const SCREENING: JobPolicy = {
  queue: 'exclusive',
  retries: 3,
  firstRetrySeconds: 10,
  maxRetrySeconds: 120,
  expireSeconds: 900,
}

export const JOB_POLICIES: Readonly<Record<JobName, JobPolicy>> = {
  // What was decided twice is applied twice: the row says which of them counts. What still fails is found by its sweep.
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
  // A few tries close together; what still fails is queued again by its sweep for a day.
  'build-export': {
    queue: 'exclusive',
    retries: 3,
    firstRetrySeconds: 10,
    maxRetrySeconds: 120,
    expireSeconds: 900,
  },
  // A few tries while Stripe is briefly away; its sweep continues for as long as that takes.
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
  // No one waits for it: everything works without what was read.
  'read-document': {
    queue: 'exclusive',
    retries: 3,
    firstRetrySeconds: 10,
    maxRetrySeconds: 120,
    expireSeconds: 300,
  },
}

/** What looks at each run of a job from outside. */
interface Around {
  registered?(name: string): void
  run<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** The same queues; each run of a job that is registered through them is wrapped in `around`. */
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

/** Starts each; what one throws is logged, and it is not started again before the queues are. */
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

/** A job's payload together with the trace that it was queued in. */
type Carried = Record<string, unknown> & { traceparent?: string }

/** Makes a span of each run; the trace travels in the payload, beside which the job's key stays what it was. */
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
