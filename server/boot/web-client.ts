import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isPageAddress, PAGE_PATHS } from '#contract/page-paths.ts'
import { getAuthUser } from '#contract/sign-in/auth.ts'
import { getSite } from '#contract/site/system.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { acceptedEncoding } from '#server/platform/http/send-file.ts'
import { html } from '#server/platform/identity/embedded/layout.ts'
import { addressPattern, pageAnswers, pageShells } from './page-answers.ts'
import type { ReleaseAssets } from './release-assets.ts'

const compress = promisify(gzip)

const PATTERNS = PAGE_PATHS.map(addressPattern)

/** The error page's status if its URL has none. */
const DEFAULT_STATUS = 404

const YEAR_SECONDS = 31_536_000
/** The hash is part of the name, so content with this name never changes. */
const FOR_A_YEAR = `public, max-age=${YEAR_SECONDS}, immutable`
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  bin: 'application/octet-stream',
  woff: 'font/woff',
  woff2: 'font/woff2',
}
/** Replaces the service worker with one that makes browsers forget the offline page and the worker (decision 096). */
const RETIRED_WORKER = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(retire()))
async function retire() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
`
/** The answer about the current user for anyone without a session. */
const SIGNED_OUT = getAuthUser.answer.parse({ isAuthenticated: false, user: null, applicant: null })
/** A folder or file such as `.git` or `.env`, however the dot is encoded: no page has such a path (security R66). */
const HIDDEN = /^[^?#]*\/(\.|%2e)/i

/**
 * Serves the built web client from `root`: hashed assets for a year, a prerendered page without a session, the
 * page shell for every other path, each with the status of what it shows (security R37).
 */
export async function registerWebClient(
  app: FastifyInstance,
  root: string,
  options: {
    production: boolean
    /** Whether browsers keep the offline page. */
    keepsOfflinePage: boolean
    /** Documents for people who aren't signed in, by path (decision 033). */
    drawn: ReadonlyMap<string, string>
    /** Facts about the deployment. */
    site: z.output<typeof getSite.answer>
    /** Whether a browser sends a session cookie, a person's or a visitor's, even an expired one. */
    hasSession: (request: FastifyRequest) => boolean
    /** Whether maintenance is on, which every page then shows. */
    inMaintenance: () => boolean
    /** Hashed files of other releases, whose pages are still open during an upgrade. */
    releases: ReleaseAssets
  },
): Promise<void> {
  const { production, keepsOfflinePage, drawn, site, hasSession, inMaintenance, releases } = options
  const signedOutAnswers = { [getAuthUser.path]: SIGNED_OUT, [getSite.path]: site }
  const shellPath = join(root, 'index.html')
  const shell = existsSync(shellPath) ? readFileSync(shellPath, 'utf8') : undefined
  if (shell) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      wildcard: true,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) =>
        reply.header('cache-control', /\/assets\//.test(path) ? FOR_A_YEAR : 'no-cache'),
    })
  }
  const shellFor = pageShells(shell ?? '', `${root}.preloads.json`)
  const sendShell = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'cookie, accept-encoding').type('text/html; charset=utf-8')
    const isPersonal = hasSession(request)
    // Anyone who comes back, or signs in as someone else, must not get it from the browser's cache.
    reply.header('cache-control', isPersonal ? 'no-store' : 'no-cache')
    // Without a session people are sent elsewhere, and load nothing of the page.
    if (request.method === 'HEAD' || !isPersonal)
      return reply.send(withAnswers(shell ?? '', signedOutAnswers))
    const answers = { ...(await pageAnswers(app, request)), [getSite.path]: site }
    const page = withAnswers(shellFor(request.url), answers)
    // A precompressed page couldn't get the banner.
    if (inMaintenance() || !acceptedEncoding(request, ['gzip'])) return reply.send(page)
    return reply.header('content-encoding', 'gzip').send(await compress(page))
  }
  for (const [path, page] of shell ? drawn : []) {
    const compressed = gzipSync(page)
    app.get(path, async (request, reply) => {
      reply.header('vary', 'cookie, accept-encoding')
      if (hasSession(request)) return sendShell(request, reply)
      // Anyone who comes back signed in must not get it from the browser's cache.
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
      // A precompressed page couldn't get the banner.
      if (inMaintenance() || !acceptedEncoding(request, ['gzip'])) return reply.send(page)
      return reply.header('content-encoding', 'gzip').send(compressed)
    })
  }
  if (shell && !keepsOfflinePage)
    app.get('/service-worker.js', async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(RETIRED_WORKER),
    )
  // Browsers request it for every page without an icon, such as the embedded provider's.
  if (shell) app.get('/favicon.ico', async (_request, reply) => reply.redirect('/logo.svg', 301))
  // The static file plugin would refuse its own folder to clients that accept no compression.
  if (shell && !drawn.has('/')) app.get('/', async (request, reply) => sendShell(request, reply))
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      isPageAddress(request.url) &&
      !HIDDEN.test(request.url)
    const asset = /^\/assets\/([^/?#]+)/.exec(request.url)?.[1]
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (asset !== undefined && isRead)
      return sendFormerAsset(request, reply, asset, await releases.read(asset))
    if (!shell || !isPage) throw new AppError('NOT_FOUND', 'There’s nothing at this address.')
    const isHiddenDebug = production && /^\/debug\/?(\?|$)/.test(request.url)
    // The shell shows the not-found page there (security R62).
    return sendShell(request, reply.status(isHiddenDebug ? 404 : pageStatus(request.url)))
  })
}

function sendFormerAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  content: Buffer | undefined,
): FastifyReply {
  if (!content) {
    // A cache must not keep refusing what a starting process of another release has.
    reply.header('cache-control', 'no-store')
    throw new AppError('NOT_FOUND', 'There’s nothing at this address.')
  }
  const ending = name.slice(name.lastIndexOf('.') + 1)
  reply.header('cache-control', FOR_A_YEAR).header('vary', 'accept-encoding')
  reply.type(TYPES[ending] ?? 'application/octet-stream')
  const isText = /^(m?js|css|html|svg)$/.test(ending)
  if (!isText || !acceptedEncoding(request, ['gzip'])) return reply.send(content)
  return reply.header('content-encoding', 'gzip').send(gzipSync(content))
}

/**
 * The pages that the build has rendered for people who aren't signed in (decision 033), by path, with facts
 * about this deployment and the answers that the browser would otherwise request. Empty if there is no such
 * build.
 */
export function drawnPages(file: string, site: z.output<typeof getSite.answer>): Map<string, string> {
  if (!existsSync(file)) return new Map()
  const documents: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const company = new Map(Object.entries(site.company))
  const answers = { [getAuthUser.path]: SIGNED_OUT, [getSite.path]: site }
  const fill = (document: string) =>
    withAnswers(
      document.replace(/\{\{company\.(\w+)\}\}/g, (_, name: string) => html`${company.get(name)}`.text),
      answers,
    )
  return new Map(Object.entries(documents).map(([path, document]) => [path, fill(document)]))
}

/** The page with these answers as data, by URL; nothing in them can close or open a script. */
function withAnswers(page: string, answers: Record<string, unknown>): string {
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return page.replace(
    '</body>',
    () => `<script type="application/json" id="answers">${json}</script>\n  </body>`,
  )
}

/**
 * The status of a page's document, by URL: the error page's is the one it shows, and for an unknown page it is
 * 404.
 */
export function pageStatus(url: string): number {
  const { pathname, searchParams } = new URL(`http://page.invalid${url}`)
  const [, area, shown] = pathname.split('/')
  if (area === 'error') return errorStatus(shown || searchParams.get('status'))
  return PATTERNS.some((pattern) => pattern.test(pathname)) ? 200 : 404
}

function errorStatus(shown: string | null): number {
  if (shown === null || !/^\d{3}$/.test(shown)) return DEFAULT_STATUS
  // The page accepts any number as an error; only some are one for a browser.
  return /^[45]/.test(shown) ? Number(shown) : 500
}
