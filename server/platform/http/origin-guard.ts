import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { isApiRequest } from './request-context.ts'

/** Names under which people reach a server on their own machine, as they stand in an address. */
export const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

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

/**
 * Refuses addresses with a parameter given twice or named like a prototype, also where no one reads it: two readers
 * of one address must never see two values (security R33).
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
 * Answers only to requests for this machine. A server with the comforts of a first look (demo people, the mailbox, the debug
 * page) listens on loopback, but a proxy, a tunnel or a name that leads here would still bring others to it.
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
