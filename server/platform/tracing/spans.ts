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

/** What a span is about; attributes hold names and codes, never what belongs to a person. */
export interface SpanOf {
  name: string
  kind?: SpanKind
  attributes?: Attributes
}

/** Spans, and which of them runs. Kept here rather than by the API's globals, so that two apps in one process stay apart. */
export class Spans {
  readonly #tracer: Tracer
  readonly #running = new AsyncLocalStorage<Context>()

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  /** Begins a span that has no parent here, or one elsewhere. */
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

  /** Begins a span of what runs; undefined where nothing does, as when a queue is polled. */
  child({ name, kind = SpanKind.CLIENT, attributes = {} }: SpanOf): Span | undefined {
    const parent = this.#running.getStore()
    return parent && this.#tracer.startSpan(name, { kind, attributes }, parent)
  }

  within<T>(context: Context, work: () => T): T {
    return this.#running.run(context, work)
  }

  /** Does `work` inside a span that has started, and ends it. Throws what it throws. */
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

  /** Does `work` in a span of its own, if anything runs. Throws what it throws. */
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

  /** The trace that runs, as `traceparent` names it; undefined where nothing does. */
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

/** Notes that a span failed, by the kind of failure alone: a message may quote what someone entered. */
export function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute(
    'error.type',
    databaseErrorCode(error) ?? (error instanceof Error ? error.name : 'unknown'),
  )
}
