import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { isApiRequest } from './request-context.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Sends the browser's protections with every answer (security R35, R36); API answers are never stored (R37). Each
 * names its request, for support.
 */
export function registerSecurityHeaders(
  app: FastifyInstance,
  options: {
    production: boolean
    frameSources: string[]
    /** Of the analytics script and of what it talks to; none where nothing is configured (security R38). */
    analytics: { script: string; origins: string[] } | undefined
  },
): void {
  const { script, origins = [] } = options.analytics ?? {}
  // They are the same for every answer, so they are put together once (performance P5).
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(script ? [script] : [])],
        // React sets dynamic widths through the CSSOM, which needs no exception.
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...origins],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...origins],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", ...new Set(options.frameSources)],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(options.production ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: options.production ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    if (isApiRequest(request)) reply.header('cache-control', 'no-store')
    next()
  })
}

/** The headers that helmet sets, read off an answer to no one. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  helmet(options)(request, answer, () => {})
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]))
}
