import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { reportCsp } from '#contract/csp-reports.ts'
import { isApiRequest } from './request-context.ts'

const YEAR_SECONDS = 31_536_000
/** The name by which policies refer to the endpoint for violation reports. */
const REPORTS = 'csp'

/** The end of every page's policy: no text becomes a script or markup, and violations are reported (security R35). */
export const GUARDED = `require-trusted-types-for 'script'; report-uri ${reportCsp.path}; report-to ${REPORTS}`

/**
 * What our pages may ask the browser for: the camera takes photos of documents and faces, and the browser asks
 * its user.
 */
const ALLOWED = ['camera', 'clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get']
const REFUSED = [
  'accelerometer',
  'autoplay',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/**
 * Sends the browser security headers with every answer (security R35, R36). API answers are never stored (R37).
 * Each answer has its request id, for support.
 */
export function registerSecurityHeaders(
  app: FastifyInstance,
  options: {
    production: boolean
    frameSources: string[]
    /** Origins of the analytics script and of its calls; undefined if none is configured (security R38). */
    analytics: { script: string; origins: string[] } | undefined
    /** Origins of the identity provider's pictures of people. */
    pictureOrigins: string[]
  },
): void {
  const { script, origins = [] } = options.analytics ?? {}
  // The same for every answer, so they are built once (performance P5).
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(script ? [script] : [])],
        // React sets dynamic widths through the CSSOM, which needs no exception.
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...options.pictureOrigins, ...origins],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...origins],
        workerSrc: ["'self'"],
        frameSrc: ["'self'", ...new Set(options.frameSources)],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The product's own policy (web/lib/trusted-url.ts). An analytics script may add policies of any name.
        trustedTypes: [script ? '*' : 'verdaccord'],
        reportUri: [reportCsp.path],
        reportTo: [REPORTS],
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
    reply.headers(isApiRequest(request) ? OF_ANSWERS : OF_PAGES)
    next()
  })
}

const OF_ANSWERS = { 'cache-control': 'no-store' }
const OF_PAGES = {
  'permissions-policy': [
    ...ALLOWED.map((feature) => `${feature}=(self)`),
    ...REFUSED.map((feature) => `${feature}=()`),
  ].join(', '),
  'reporting-endpoints': `${REPORTS}="${reportCsp.path}"`,
}

/** The headers that helmet sets, read from a dummy response. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  helmet(options)(request, answer, () => {})
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]))
}
