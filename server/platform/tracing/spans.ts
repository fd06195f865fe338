import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { databaseErrorCode } from '#server/platform/database/database-faults.ts'

/** What a span is about; attributes contain names and codes, never personal data. */
export interface SpanOf {
  name: string
  kind?: SpanKind
  attributes?: Attributes
}

/**
 * Spans and the active one. Kept here rather than in the API's globals, so that two apps in one process stay
 * apart.
 */
export class Spans {
  readonly #tracer: Tracer
  readonly #running = new AsyncLocalStorage<Context>()

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  /** Starts a span without a parent, or with a remote one. */
  root({ name, kind, attributes }: SpanOf, traceparent?: string): { span: Span; context: Context } {
    const remote = traceparent === undefined ? null : parseTraceParent(traceparent)
    const parent = remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT
    const span = this.#tracer.startSpan(
      name,
      { kind: kind ?? SpanKind.INTERNAL, attributes: attributes ?? {} },
      parent,
    )
    return { span, context: trace.setSpan(parent, span) }
  }

  /** Starts a child of the active span; undefined if there is none, as when a queue is polled. */
  child({ name, kind = SpanKind.CLIENT, attributes = {} }: SpanOf): Span | undefined {
    const parent = this.#running.getStore()
    return parent && this.#tracer.startSpan(name, { kind, attributes }, parent)
  }

  within<T>(context: Context, work: () => T): T {
    return this.#running.run(context, work)
  }

  /** Runs `work` inside a started span, and ends it. Throws what it throws. */
  async inside<T>({ span, context }: { span: Span; context: Context }, work: () => Promise<T>): Promise<T> {
    try {
      return await this.within(context, work)
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  }

  /** Runs `work` in a span of its own if a span is active. Throws what it throws. */
  async around<T>(about: SpanOf, work: () => Promise<T>): Promise<T> {
    const span = this.child(about)
    if (!span) return work()
    try {
      return await work()
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  }

  /** The active trace as a `traceparent`; undefined if there is none. */
  traceparent(): string | undefined {
    const span = this.running()
    if (!span) return undefined
    const { traceId, spanId, traceFlags } = span
    return `00-${traceId}-${spanId}-0${traceFlags}`
  }

  running() {
    const context = this.#running.getStore()
    return context && trace.getSpanContext(context)
  }
}

/** Records a failed span by its kind of failure only, because a message may quote what someone entered. */
export function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute(
    'error.type',
    databaseErrorCode(error) ?? (error instanceof Error ? error.name : 'unknown'),
  )
}
