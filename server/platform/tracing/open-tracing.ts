import { setTimeout as delay } from 'node:timers/promises'
import { type Context, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Database } from '#server/platform/database/database.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { fail, type SpanOf, Spans } from './spans.ts'
import type { Tracing } from './tracing.ts'

/** Longer statements are truncated. */
const TEXT_LENGTH = 2_000

/** Marks loggers whose lines have their trace id already. */
const NAMES_TRACE = Symbol('names its trace')

interface TracingOptions {
  /** The collector's URL, without a trailing slash. */
  endpoint: string
  headers: Record<string, string>
  /** The share of traces that are sent. */
  ratio: number
  version: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

const SEND_EVERY_MS = 2_000
const SEND_LIMIT_MS = 3_000
const LAST_SEND_MS = 2_000
/** An unreachable collector is logged once in this time. */
const SAME_FAULT_MS = 5 * 60_000

/**
 * Starts tracing to a collector. If it can't be reached, spans are lost and a line is logged; no request waits
 * for it.
 */
export function openTracing({ endpoint, headers, ratio, version, log }: TracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: SEND_LIMIT_MS,
  })
  const share = new TraceIdRatioBasedSampler(ratio)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'verdaccord', 'service.version': version }),
    // A caller may exclude a request from tracing, but no more: the share is the deployment's.
    sampler: new ParentBasedSampler({ root: share, remoteParentSampled: share }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: tellingFaults(exporter, log),
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_LIMIT_MS,
      }),
    ],
  })
  const spans = new Spans(provider.getTracer('verdaccord', version))
  return {
    requests: (server) => traceRequests(server, spans),
    database: (database) => traceDatabase(database, spans),
    job({ name, attempt, queuedIn }, work) {
      const run = queuedIn
        ? spans.root({ name: `job ${name}`, kind: SpanKind.CONSUMER }, queuedIn.traceparent)
        : spans.root({ name: `job ${name}` })
      run.span.setAttribute('verdaccord.job.attempt', attempt)
      return spans.inside(run, work)
    },
    store: (store) => tracedStore(store, spans),
    traceparent: () => spans.traceparent(),
    following: (name, traceparent, work) =>
      spans.inside(spans.root({ name, kind: SpanKind.CONSUMER }, traceparent ?? undefined), work),
    mail: (transport) => ({
      ...transport,
      send: (message) => spans.around({ name: `mail ${transport.kind}` }, () => transport.send(message)),
    }),
    logFields(logger) {
      const running = NAMES_TRACE in logger ? undefined : spans.running()
      return running ? { trace_id: running.traceId } : {}
    },
    close: () =>
      Promise.race([provider.shutdown().catch(() => {}), delay(LAST_SEND_MS, undefined, { ref: false })]),
  }
}

/** The calls whose end tells that they are done; page-by-page listing belongs to its reader's span. */
function tracedStore(store: FileStore, spans: Spans): FileStore {
  const about = (operation: string): SpanOf => ({
    name: `S3 ${operation}`,
    attributes: { 'rpc.system': 'aws-api', 'rpc.service': 'S3' },
  })
  return {
    ...store,
    put: (...all) => spans.around(about('put'), () => store.put(...all)),
    get: (key) => spans.around(about('get'), () => store.get(key)),
    delete: (key) => spans.around(about('delete'), () => store.delete(key)),
    setAside: (key) => spans.around(about('set aside'), () => store.setAside(key)),
    bringBack: (key) => spans.around(about('bring back'), () => store.bringBack(key)),
    deleteSetAside: (key) => spans.around(about('delete'), () => store.deleteSetAside(key)),
  }
}

function tellingFaults(exporter: SpanExporter, log: TracingOptions['log']): SpanExporter {
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    export(spans, done) {
      exporter.export(spans, (result: ExportResult) => {
        if (result.code !== ExportResultCode.SUCCESS && performance.now() - toldAt > SAME_FAULT_MS) {
          toldAt = performance.now()
          log.warn({ err: result.error, lost: spans.length }, 'Traces could not be sent to the collector')
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

/** Creates a span for each request, named by its route, because a URL may contain someone's number or secret. */
function traceRequests(server: FastifyInstance, spans: Spans): void {
  const known = new WeakMap<object, { span: Span; context: Context }>()
  server.addHook('onRequest', (request, reply, next) => {
    const { method } = request
    const route = request.routeOptions.url
    const { traceparent } = request.headers
    const started = spans.root(
      {
        name: route ? `${method} ${route}` : method,
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          ...(route && { 'http.route': route }),
          'verdaccord.request_id': request.id,
        },
      },
      typeof traceparent === 'string' ? traceparent : undefined,
    )
    known.set(request, started)
    const log = request.log.child({ trace_id: started.span.spanContext().traceId })
    request.log = Object.assign(log, { [NAMES_TRACE]: true })
    reply.log = request.log
    spans.within(started.context, next)
  })
  // The body is read by events of the connection, which don't know the request they belong to.
  server.addHook('preValidation', (request, _reply, next) => {
    const started = known.get(request)
    if (started) spans.within(started.context, next)
    else next()
  })
  server.addHook('onResponse', (request, reply, next) => {
    const started = known.get(request)
    if (started) {
      const { span } = started
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500 && !reply.isDeliberate) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
    next()
  })
}

type Query = (asked: unknown, ...rest: unknown[]) => unknown

/**
 * Creates a span for each statement of the pool and of its transactions. A pool's statement includes its wait
 * for a connection and belongs to the trace of its caller: the pool itself calls back in the trace of the caller that
 * returned the connection.
 */
function traceDatabase({ pool }: Database, spans: Spans): void {
  pool.query = traced(pool.query.bind(pool) as Query, spans) as typeof pool.query
  const known = new WeakSet<pg.PoolClient>()
  // Not as they connect: the start has already used some.
  pool.on('acquire', (client: pg.PoolClient) => {
    if (known.has(client)) return
    known.add(client)
    client.query = traced(client.query.bind(client) as Query, spans) as typeof client.query
  })
}

/**
 * Calls with a callback are the pool's own, which have a span already; other statements, such as cursors, are
 * read as they stream.
 */
function traced(query: Query, spans: Spans): Query {
  return (asked, ...rest) => {
    const text = textOf(asked)
    if (text === undefined || rest.some((argument) => typeof argument === 'function'))
      return query(asked, ...rest)
    const statement = withoutValues(text)
    const span = spans.child({
      name: /^\s*(\w+)/.exec(statement)?.[1]?.toUpperCase() ?? 'SQL',
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': statement.slice(0, TEXT_LENGTH) },
    })
    const answer = query(asked, ...rest)
    if (!span) return answer
    void (answer as Promise<unknown>).then(
      () => span.end(),
      (error: unknown) => {
        fail(span, error)
        span.end()
      },
    )
    return answer
  }
}

function textOf(asked: unknown): string | undefined {
  if (typeof asked === 'string') return asked
  if (typeof asked !== 'object' || asked === null || 'submit' in asked) return undefined
  return 'text' in asked && typeof asked.text === 'string' ? asked.text : undefined
}

/** Values travel as parameters; a literal in the text is removed nevertheless. */
function withoutValues(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, "'?'")
    .replace(/\s+/g, ' ')
    .trim()
}
