import { type Context, type Span, SpanKind } from '@opentelemetry/api'
import type { JobContext, Jobs } from '#server/platform/jobs/jobs.ts'
import type { Spans } from './spans.ts'

/** A job's payload together with the trace that it was queued in. */
type Carried = Record<string, unknown> & { traceparent?: string }

/** Makes a span of each run; the trace travels in the payload, beside which the job's key stays what it was. */
export function traceJobs(jobs: Jobs, spans: Spans): Jobs {
  return {
    ...jobs,
    enqueue(tx, name, data, options) {
      const traceparent = spans.traceparent()
      const carried = traceparent ? { ...data, traceparent } : data
      return jobs.enqueue(tx, name, carried, { key: JSON.stringify(data), ...options })
    },
    handle: (name, options, handler) =>
      jobs.handle(name, options, (carried, context) => {
        const { traceparent, ...data } = carried as Carried
        const begun = spans.root({ name: `job ${name}`, kind: SpanKind.CONSUMER }, traceparent)
        return run(spans, begun, context, () => handler(data as typeof carried, context))
      }),
    schedule: (name, handler, options) =>
      jobs.schedule(
        name,
        (context) => run(spans, spans.root({ name: `job ${name}` }), context, () => handler(context)),
        options,
      ),
  }
}

function run<T>(
  spans: Spans,
  begun: { span: Span; context: Context },
  { attempt }: JobContext,
  work: () => Promise<T>,
): Promise<T> {
  begun.span.setAttribute('verdaccord.job.attempt', attempt)
  return spans.inside(begun, work)
}
