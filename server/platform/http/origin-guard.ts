import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { LOOPBACK_NAMES } from './loopback.ts'
import { isApiRequest } from './request-context.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses state-changing calls without proof that they come from our own pages: `Sec-Fetch-Site: same-origin`, or,
 * where a client does not send it, an allow-listed `Origin` (security R25). SameSite cookies alone would let a page
 * on another port of this host through.
 */
export function registerOriginGuard(app: FastifyInstance, publicUrl: string, production: boolean): void {
  const own = new URL(publicUrl)
  app.addHook('onRequest', (request, _reply, next) => {
    if (SAFE_METHODS.has(request.method) || !isApiRequest(request)) return next()
    if (request.routeOptions.config.fromOutside) return next()
    const site = request.headers['sec-fetch-site']
    const origin = request.headers.origin
    if (site !== undefined ? site === 'same-origin' : isOwn(origin, request.host)) return next()
    next(
      new AppError('CSRF_REJECTED', 'This request did not come from our own pages, so nothing was changed.'),
    )
  })

  function isOwn(origin: string | undefined, host: string): boolean {
    if (origin === undefined || !URL.canParse(origin)) return false
    const from = new URL(origin)
    if (from.origin === own.origin) return true
    // In local use people may open 127.0.0.1 where PUBLIC_URL says localhost.
    return !production && LOOPBACK_NAMES.has(from.hostname) && from.host === host
  }
}
