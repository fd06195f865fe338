import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerError } from './error-handler.ts'
import { requestTooSlow } from './request-refusals.ts'

/** The time within which a body must have arrived; uploads have the server's longer limit (security R64). */
const BODY_MS = 10_000

/** Ends the connections of clients that send their body too slowly, except on upload routes. */
export function registerBodyTimeout(app: FastifyInstance, uploads: ReadonlySet<string>): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (request.method === 'GET' || request.method === 'HEAD' || uploads.has(request.routeOptions.url ?? ''))
      return next()
    whenLate(request, () => {
      // Refused before its body was read; the rest would only keep the connection busy.
      if (reply.sent) return request.raw.destroy()
      const late = requestTooSlow()
      return answerError(late, late, request, reply)
    })
    next()
  })
}

/** Calls `end` unless the body is complete, or its connection closed, in time. */
function whenLate({ raw }: FastifyRequest, end: () => void): void {
  const { socket } = raw
  const timer = setTimeout(() => {
    stop()
    if (!raw.complete) end()
  }, BODY_MS)
  // Not the request's own 'close', which comes with the answer even while the body is still arriving.
  const stop = () => {
    clearTimeout(timer)
    raw.off('end', stop)
    socket.off('close', stop)
  }
  raw.once('end', stop)
  socket.once('close', stop)
}
