import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '#server/platform/http/accepted-encoding.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { pageStatus } from './page-status.ts'
import type { ReleaseAssets } from './release-assets.ts'

const YEAR_SECONDS = 31_536_000
/** The hash is part of the name, so what has the name never changes. */
const FOR_A_YEAR = `public, max-age=${YEAR_SECONDS}, immutable`
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  woff: 'font/woff',
  woff2: 'font/woff2',
}
/** A folder or file like `.git` or `.env`, however its dot is written: no page is called so (security R66). */
const HIDDEN = /^[^?#]*\/(\.|%2e)/i

/**
 * Serves the built web client from `root`: hashed assets for a year, a drawn page to who has no session, every other path
 * the page shell, with the status of what it shows (security R37).
 */
export async function registerWebClient(
  app: FastifyInstance,
  root: string,
  options: {
    production: boolean
    /** Documents for who is not signed in, by their address (decision 033). */
    drawn: ReadonlyMap<string, string>
    /** Whether a browser brings a session, its own or a visitor's; whether it lapsed does not matter. */
    hasSession: (request: FastifyRequest) => boolean
    /** Whether maintenance is on, of which a line is put into every page that is sent. */
    inMaintenance: () => boolean
    /** The hashed files of other releases: pages of theirs are open while this one takes their place. */
    releases: ReleaseAssets
  },
): Promise<void> {
  const { production, drawn, hasSession, inMaintenance, releases } = options
  const shellPath = join(root, 'index.html')
  const shell = existsSync(shellPath) ? readFileSync(shellPath) : undefined
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
  const sendShell = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(shell)
  for (const [path, page] of shell ? drawn : []) {
    const compressed = gzipSync(page)
    app.get(path, async (request, reply) => {
      reply.header('vary', 'cookie, accept-encoding')
      if (hasSession(request)) return sendShell(reply)
      // Anyone who comes back signed in must not be shown it from the browser's memory.
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
      // A compressed page would be sent without the line.
      if (inMaintenance() || !acceptedEncoding(request, ['gzip'])) return reply.send(page)
      return reply.header('content-encoding', 'gzip').send(compressed)
    })
  }
  // Browsers ask for it on every page that names no icon, such as the embedded provider's.
  if (shell) app.get('/favicon.ico', async (_request, reply) => reply.redirect('/logo.svg', 301))
  // The static files would refuse their own folder to clients that accept no compression.
  if (shell && !drawn.has('/')) app.get('/', async (_request, reply) => sendShell(reply))
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|idp|dev|assets|metrics)([/?]|$)/.test(request.url) &&
      !HIDDEN.test(request.url)
    const asset = /^\/assets\/([^/?#]+)/.exec(request.url)?.[1]
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (asset !== undefined && isRead)
      return sendFormerAsset(request, reply, asset, await releases.read(asset))
    if (!shell || !isPage) throw new AppError('NOT_FOUND', 'There’s nothing at this address.')
    const isHiddenDebug = production && /^\/debug\/?(\?|$)/.test(request.url)
    // The shell shows the not-found page there (security R62).
    return sendShell(reply.status(isHiddenDebug ? 404 : pageStatus(request.url)))
  })
}

function sendFormerAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  content: Buffer | undefined,
): FastifyReply {
  if (!content) {
    // A cache that kept this would continue refusing what a process that starts just now has.
    reply.header('cache-control', 'no-store')
    throw new AppError('NOT_FOUND', 'There’s nothing at this address.')
  }
  const ending = name.slice(name.lastIndexOf('.') + 1)
  reply.header('cache-control', FOR_A_YEAR).header('vary', 'accept-encoding')
  reply.type(TYPES[ending] ?? 'application/octet-stream')
  const isText = /^(m?js|css|svg)$/.test(ending)
  if (!isText || !acceptedEncoding(request, ['gzip'])) return reply.send(content)
  return reply.header('content-encoding', 'gzip').send(gzipSync(content))
}
