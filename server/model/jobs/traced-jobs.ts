import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { Jobs } from './jobs.ts'

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
