import { setTimeout as delay } from 'node:timers/promises'
import { SpanKind } from '@opentelemetry/api'
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
import type { FastifyBaseLogger } from 'fastify'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { type SpanOf, Spans } from './spans.ts'
import { traceDatabase } from './traced-database.ts'
import { NAMES_TRACE, traceRequests } from './traced-requests.ts'
import type { Tracing } from './tracing.ts'

interface TracingOptions {
  /** The collector's address, without a slash at its end. */
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
/** A collector that is away is told once in this time. */
const SAME_FAULT_MS = 5 * 60_000

/** Opens traces to a collector. One that is away costs its spans and a line in the log, and no request waits for it. */
export function openTracing({ endpoint, headers, ratio, version, log }: TracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: SEND_LIMIT_MS,
  })
  const share = new TraceIdRatioBasedSampler(ratio)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'verdaccord', 'service.version': version }),
    // Who calls may say that a request is not to be traced, and no more: the share is the deployment's.
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

/** The calls whose end says that they are done; what is listed page by page is part of its reader. */
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
