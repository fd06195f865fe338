import { z } from 'zod'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { ERROR_STATUS, ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { rolesThatMay, takesRole } from '#domain/roles/held-roles.ts'
import type { Config } from '#server/config.ts'
import { applicationCookie, sessionCookie } from '#server/model/access/session-cookie.ts'

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
    pathItems[path] = { ...pathItems[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
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

/** The fields of a form in the order in which they are sent: the file is the last. */
function formOf(fields: z.ZodType): Json {
  const { properties = {}, required = [] } = schemaOf(fields, 'input') as ObjectSchema
  return {
    type: 'object',
    properties: { ...properties, file: { type: 'string', format: 'binary' } },
    required: [...required, 'file'],
  }
}

/** A name for the functions of generated clients: `postAdminJobsNameRun`. */
function operationIdOf({ method, path }: AnyEndpoint): string {
  const words = path.split(/[^a-zA-Z0-9]+/).slice(2)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** Which cookies open it; each entry by itself is enough. */
function securityOf(access: AnyEndpoint['access']): Json[] {
  if (access === 'public') return []
  return access === 'applicant' ? [{ session: [] }, { applicant: [] }] : [{ session: [] }]
}

const RETRY_AFTER: Json = {
  'Retry-After': { description: 'Seconds until another try makes sense', schema: { type: 'integer' } },
}

function responsesOf(endpoint: AnyEndpoint): Json {
  const responses: Json = { ...answerOf(endpoint.answer) }
  const codes = new Set([...endpoint.errors, ...commonErrorsOf(endpoint)])
  for (const status of new Set([...codes].map((code) => ERROR_STATUS[code]))) {
    const named = [...codes].filter((code) => ERROR_STATUS[code] === status)
    responses[status] = {
      description: named.join(', '),
      ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  return responses
}

/** What the server answers before the handler is asked: who calls, from where, how often, and what cannot be read. */
function commonErrorsOf(endpoint: AnyEndpoint): ErrorCode[] {
  const { access, body, bytes, form, fromOutside, limit, method } = endpoint
  const isChange = method !== 'GET' && !fromOutside
  return [
    ...(access === 'public' ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(isChange ? (['CSRF_REJECTED'] as const) : []),
    ...(limit ? (['RATE_LIMITED'] as const) : []),
    // Where nothing is asked for, an address can still name a parameter twice.
    'VALIDATION_ERROR' as const,
    ...(body || bytes || form ? (['BODY_TOO_LARGE', 'UNSUPPORTED_TYPE'] as const) : []),
    ...(fromOutside ? (['BODY_TOO_LARGE'] as const) : []),
    // Changes during maintenance; and who calls is asked of the database, which may be away.
    ...(method !== 'GET' || access !== 'public' ? (['UNAVAILABLE'] as const) : []),
  ]
}

function answerOf(answer: AnyEndpoint['answer']): Json {
  if (answer === 'redirect') return { 302: { description: 'Redirect' } }
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
    return { 200: { description: 'The file', content } }
  }
  return {
    200: { description: 'OK', content: { 'application/json': { schema: schemaOf(answer, 'output') } } },
  }
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
