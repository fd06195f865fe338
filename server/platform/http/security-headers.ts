import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isApiRequest } from './request-context.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Sends the browser's protections with every answer (security R35, R36); API answers are never stored (R37). Each
 * names its request, for support.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  options: {
    production: boolean
    frameSources: string[]
    /** Of the analytics script and of what it talks to; none where nothing is configured (security R38). */
    analytics: { script: string; origins: string[] } | undefined
  },
): Promise<void> {
  const { script, origins = [] } = options.analytics ?? {}
  await app.register(helmet, {
    global: false,
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
  // They are the same for every answer, so they are put together once (performance P5).
  let headers: Record<string, string> | undefined
  app.addHook('onRequest', (request, reply, next) => {
    headers ??= headersOf(reply)
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    if (isApiRequest(request)) reply.header('cache-control', 'no-store')
    next()
  })
}

/** The headers that helmet sets; takes them off this answer again. */
function headersOf(reply: FastifyReply): Record<string, string> {
  reply.helmet()
  const set = Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)] as const)
  for (const [name] of set) reply.raw.removeHeader(name)
  return Object.fromEntries(set)
}
