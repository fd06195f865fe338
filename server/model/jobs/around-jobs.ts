import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { Jobs, StandingWork } from './jobs.ts'

/** What looks at each run of a job from outside. */
interface Around {
  registered?(name: string): void
  run<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** The same queues, with `around` about every run of every job that is registered by them. */
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
