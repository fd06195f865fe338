import { type Context, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import type { Spans } from './spans.ts'

/** Marks loggers whose lines name their trace already. */
export const NAMES_TRACE = Symbol('names its trace')

/** Makes a span of each request; by its route, for an address may hold a number or a secret of someone. */
export function traceRequests(server: FastifyInstance, spans: Spans): void {
  const known = new WeakMap<object, { span: Span; context: Context }>()
  server.addHook('onRequest', (request, reply, next) => {
    const { method } = request
    const route = request.routeOptions.url
    const { traceparent } = request.headers
    const begun = spans.root(
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
    known.set(request, begun)
    const log = request.log.child({ trace_id: begun.span.spanContext().traceId })
    request.log = Object.assign(log, { [NAMES_TRACE]: true })
    reply.log = request.log
    spans.within(begun.context, next)
  })
  // The body is read by events of the connection, which know nothing of the request they belong to.
  server.addHook('preValidation', (request, _reply, next) => {
    const begun = known.get(request)
    if (begun) spans.within(begun.context, next)
    else next()
  })
  server.addHook('onResponse', (request, reply, next) => {
    const begun = known.get(request)
    if (begun) {
      const { span } = begun
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
    next()
  })
}
