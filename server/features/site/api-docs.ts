import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { reportCsp } from '#contract/csp-reports.ts'
import { subjectOf } from '#server/model/access/access-guard.ts'
import { acceptedEncoding } from '#server/platform/http/send-file.ts'
import type { Services } from '#server/services.ts'
import { openApiDocument } from './openapi.ts'

/** For programs that read it with each of their runs, not with each of their calls. */
const DOCUMENT_LIMIT = { bucket: 'openapi', max: 30, windowSeconds: 60 }
const DOCUMENT_CACHE = 'public, max-age=300'

/** The reader makes its markup of texts, all of them ours: the policy of every page but for Trusted Types (security R35). */
const DOCS_POLICY = `default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; report-uri ${reportCsp.path}`

/** `/api/openapi.json` and its reader at `/api/docs`. */
export async function registerDocs(app: FastifyInstance, services: Services): Promise<void> {
  let known: Encoded | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    await services.limiter.consume(DOCUMENT_LIMIT, subjectOf(request))
    known ??= encoded(JSON.stringify(openApiDocument(services.config)))
    reply.header('etag', known.etag).header('cache-control', DOCUMENT_CACHE).header('vary', 'accept-encoding')
    if (request.headers['if-none-match']?.includes(known.etag)) return reply.status(304).send()
    reply.type('application/json; charset=utf-8')
    const encoding = acceptedEncoding(request, ['br', 'gzip'])
    return encoding
      ? reply.header('content-encoding', encoding).send(known[encoding])
      : reply.send(known.text)
  })
  await app.register(fastifyStatic, {
    root: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/api/docs/assets/',
    decorateReply: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
  })
  app.get('/api/docs/start.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .send("SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs' })\n"),
  )
  app.get('/api/docs', async (_request, reply) =>
    reply.header('content-security-policy', DOCS_POLICY).type('text/html; charset=utf-8').send(DOCS_PAGE),
  )
}

interface Encoded {
  text: string
  br: Buffer
  gzip: Buffer
  etag: string
}

/** The tag is weak, for it is the same of every encoding. */
function encoded(text: string): Encoded {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  // The highest quality would hold up everyone for half a second.
  const br = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  return { text, br, gzip: gzipSync(text), etag }
}

const DOCS_PAGE = `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API – Verdaccord</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css"></head>
<body><main id="docs"></main>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body>
</html>
`
