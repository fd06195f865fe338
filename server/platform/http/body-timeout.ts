import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { answerError } from './error-handler.ts'

/** A body must have arrived within this time; uploads have the server's longer limit (security R64). */
const BODY_MS = 10_000

/** Answers 408 to clients that send their body drop by drop, except where a route takes uploads. */
export function registerBodyTimeout(app: FastifyInstance, uploads: ReadonlySet<string>): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (request.method === 'GET' || request.method === 'HEAD' || uploads.has(request.routeOptions.url ?? ''))
      return next()
    const timer = setTimeout(() => {
      if (request.raw.complete || reply.sent) return
      const late = new AppError('REQUEST_TIMEOUT', 'The request took too long to arrive. Try again.')
      answerError(late, late, request, reply)
    }, BODY_MS)
    const stop = () => clearTimeout(timer)
    request.raw.once('end', stop)
    request.raw.once('close', stop)
    next()
  })
}
