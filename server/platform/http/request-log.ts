import type { FastifyInstance } from 'fastify'
import { ERROR_STATUS } from '#contract/errors.ts'
import type { Meter } from '#server/platform/metrics/meter.ts'
import { isApiRequest } from './request-context.ts'

/** One line per answer, with the route rather than the URL, which has ids and queries (security R60). */
export function registerRequestLog(server: FastifyInstance, meter: Meter | undefined): void {
  server.addHook('onResponse', (request, reply, next) => {
    const { method } = request
    const { statusCode: status, elapsedTime } = reply
    const counted = reply.isDeliberate ? ERROR_STATUS.INVALID_STATE : status
    const route = request.routeOptions.url ?? 'none'
    const isStream = status === 200 && request.routeOptions.config.isStream
    // How long someone listened to a stream isn't a response time.
    if (!isStream) meter?.requests.answered(route, method, counted, elapsedTime)
    // Static files are logged only for someone looking for a fault.
    const isPart = status < 400 && !isApiRequest(request)
    if (isPart && server.log.level !== 'debug' && server.log.level !== 'trace') return next()
    request.log[isPart ? 'debug' : 'info'](
      {
        method,
        route,
        status,
        ms: Math.round(elapsedTime),
        user: request.caller?.userId,
      },
      'answered',
    )
    next()
  })
}
