import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { isApiRequest } from './request-context.ts'

/** The names of a server on one's own machine, as they appear in a URL. */
export const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses state-changing calls without proof that they come from our own pages: `Sec-Fetch-Site: same-origin`
 * or, if a client doesn't send that, an allowed `Origin` (security R25). SameSite cookies alone would let a
 * page on another port of this host through.
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
    // In local use people may open 127.0.0.1 although PUBLIC_URL says localhost.
    return !production && LOOPBACK_NAMES.has(from.hostname) && from.host === host
  }
}

/**
 * Refuses URLs with a duplicate parameter or one named like a prototype, even if no one reads it: two parsers
 * of the same URL must never see different values (security R33).
 */
export function registerParameterGuard(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, next) => {
    if (!request.url.includes('?') || !isApiRequest(request)) return next()
    const isRefused = Object.entries(request.query ?? {}).some(
      ([name, value]) => PROTOTYPE_KEYS.has(name) || Array.isArray(value),
    )
    if (!isRefused) return next()
    next(new AppError('VALIDATION_ERROR', 'The address has a parameter twice or one that is not allowed.'))
  })
}

/**
 * Answers only requests for this machine. A server with demo features (demo people, mailbox, debug page)
 * listens on loopback, but a proxy, a tunnel or a name that resolves here would still let others in.
 */
export function registerLoopbackGuard(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => {
    const host = request.headers.host ?? ''
    const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
    if (LOOPBACK_NAMES.has(name)) return next()
    next(
      new AppError(
        'FORBIDDEN',
        'This server is set up for its own computer only. Set PUBLIC_URL to open it to others.',
      ),
    )
  })
}
