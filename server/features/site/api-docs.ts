import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { reportCsp } from '#contract/csp-reports.ts'
import { type AnyEndpoint, takesHead } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { ERROR_STATUS, ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { rolesThatMay, takesRole } from '#domain/roles/held-roles.ts'
import type { Config } from '#server/config.ts'
import { subjectOf } from '#server/model/access/access-guard.ts'
import { applicationCookie, sessionCookie } from '#server/model/access/session-cookie.ts'
import { acceptedEncoding } from '#server/platform/http/send-file.ts'
import type { Services } from '#server/services.ts'

/** For programs that read it with each run rather than with each call. */
const DOCUMENT_LIMIT = { bucket: 'openapi', max: 30, windowSeconds: 60 }
const DOCUMENT_CACHE = 'public, max-age=300'

/**
 * The documentation page builds its markup from our own texts: the usual policy except for Trusted Types
 * (security R35).
 */
const DOCS_POLICY = `default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; report-uri ${reportCsp.path}`

/** `/api/openapi.json` and its documentation page at `/api/docs`. */
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

/** A weak tag, because it is the same for every encoding. */
function encoded(text: string): Encoded {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  // The highest quality would block everyone for half a second.
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

type Json = Record<string, unknown>
interface ObjectSchema {
  properties?: Record<string, Json>
  required?: string[]
}

/** The OpenAPI 3.1 document of every endpoint of the contract. */
export function openApiDocument({
  company,
  publicUrl,
  production,
}: Pick<Config, 'company' | 'publicUrl' | 'production'>): Json {
  const pathItems: Record<string, Json> = {}
  for (const endpoint of ENDPOINTS as readonly AnyEndpoint[]) {
    if (endpoint.outsideProduction && production) continue
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    pathItems[path] = {
      ...pathItems[path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint),
      // Every GET takes a HEAD; these are those whose headers are worth asking for alone.
      ...(endpoint.answerHeaders && takesHead(endpoint) && { head: headOf(endpoint) }),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${company.name} API`,
      version: company.version,
      description:
        'Calls need the session cookie; writes also a same-origin Origin or Sec-Fetch-Site header.',
    },
    servers: [{ url: publicUrl }],
    paths: pathItems,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie(publicUrl).name },
        applicant: { type: 'apiKey', in: 'cookie', name: applicationCookie(publicUrl).name },
      },
    },
  }
}

function operationOf(endpoint: AnyEndpoint): Json {
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(takesRole(endpoint.access) && { 'x-roles': rolesThatMay(endpoint.access) }),
    tags: [endpoint.path.split('/')[2]],
    security: securityOf(endpoint.access),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...parametersOf(endpoint.headers, 'header'),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
      },
    }),
    ...(endpoint.form && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: formOf(endpoint.form) } } },
    }),
    ...(endpoint.bytes && {
      requestBody: {
        required: true,
        content: { [endpoint.bytes]: { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    ...(endpoint.fromOutside && {
      requestBody: { required: true, content: { 'application/json': { schema: {} } } },
    }),
    responses: responsesOf(endpoint),
  }
}

/** The same without its body. */
function headOf(endpoint: AnyEndpoint): Json {
  const responses = Object.entries(responsesOf(endpoint)).map(([status, { content: _, ...rest }]) => [
    status,
    rest,
  ])
  return {
    ...operationOf(endpoint),
    operationId: operationIdOf({ ...endpoint, method: 'HEAD' }),
    responses: Object.fromEntries(responses),
  }
}

/** A form's fields in the order in which they are sent: the file is last. */
function formOf(fields: z.ZodType): Json {
  const { properties = {}, required = [] } = schemaOf(fields, 'input') as ObjectSchema
  return {
    type: 'object',
    properties: { ...properties, file: { type: 'string', format: 'binary' } },
    required: [...required, 'file'],
  }
}

/** A function name for generated clients: `postAdminJobsNameRun`. */
function operationIdOf({ method, path }: { method: string; path: string }): string {
  const words = path.split(/[^a-zA-Z0-9]+/).slice(2)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** The cookies that open it; each entry by itself is enough. */
function securityOf(access: AnyEndpoint['access']): Json[] {
  if (access === 'public') return []
  return access === 'applicant' ? [{ session: [] }, { applicant: [] }] : [{ session: [] }]
}

const RETRY_AFTER: Json = {
  'Retry-After': { description: 'Seconds until another try makes sense', schema: { type: 'integer' } },
}
const DISPOSITION: Json = {
  'Content-Disposition': { description: 'The name of the file, if it has one', schema: { type: 'string' } },
}
const LOCATION: Json = { Location: { description: 'Where to go', schema: { type: 'string' } } }

function responsesOf(endpoint: AnyEndpoint): Record<string, Json> {
  const headers = headersOf(endpoint.answerHeaders)
  // A sender of parts has to know how much has arrived, even after a refusal.
  const refusalHeaders = endpoint.bytes ? headers : {}
  const responses = answerOf(endpoint.answer, headers)
  const codes = new Set([...endpoint.errors, ...commonErrorsOf(endpoint)])
  for (const status of new Set([...codes].map((code) => ERROR_STATUS[code]))) {
    const named = [...codes].filter((code) => ERROR_STATUS[code] === status)
    responses[status] = {
      description: named.join(', '),
      headers: { ...refusalHeaders, ...((status === 429 || status === 503) && RETRY_AFTER) },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  return responses
}

/**
 * Errors that the server returns before the handler runs: for the caller, the network, limits and unreadable
 * requests.
 */
function commonErrorsOf(endpoint: AnyEndpoint): ErrorCode[] {
  const { access, fromOutside, limit, method } = endpoint
  const isChange = method !== 'GET' && !fromOutside
  return [
    ...(access === 'public' ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(isChange ? (['CSRF_REJECTED'] as const) : []),
    // Refusals of people who may not call, or who name someone else, are limited too.
    ...(limit || access !== 'public' ? (['RATE_LIMITED'] as const) : []),
    // Even without parameters, a URL can contain one twice.
    'VALIDATION_ERROR' as const,
    // A change may come with a body, even if it takes none.
    ...(method === 'GET' ? [] : (['BODY_TOO_LARGE'] as const)),
    ...(isChange ? (['UNSUPPORTED_TYPE'] as const) : []),
    // For changes during maintenance, and because looking up the caller needs the database, which may be away.
    ...(method !== 'GET' || access !== 'public' ? (['UNAVAILABLE'] as const) : []),
  ]
}

function answerOf(answer: AnyEndpoint['answer'], headers: Json): Record<string, Json> {
  if (answer === 'redirect') return { 302: { description: 'Redirect', headers: LOCATION } }
  if (answer === 'events')
    return {
      200: {
        description: 'Server-sent events',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    }
  if (answer === 'empty') return { 204: { description: 'Done' } }
  if ('file' in answer) {
    const file = { schema: { type: 'string', format: 'binary' } }
    const content = Object.fromEntries(answer.file.map((type) => [type, file]))
    return { 200: { description: 'The file', headers: { ...headers, ...DISPOSITION }, content } }
  }
  return {
    200: {
      description: 'OK',
      headers,
      content: { 'application/json': { schema: schemaOf(answer, 'output') } },
    },
  }
}

/** As they are usually written; names of headers have no case. */
function headersOf(schema: z.ZodType | undefined): Json {
  if (!schema) return {}
  const { properties = {} } = schemaOf(schema, 'output') as ObjectSchema
  const headers = Object.entries(properties).map(([name, property]) => [
    name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    { schema: property },
  ])
  return Object.fromEntries(headers)
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query' | 'header'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as ObjectSchema
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}
