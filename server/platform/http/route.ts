import type { Readable } from 'node:stream'
import fastifyMultipart from '@fastify/multipart'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  RouteOptions,
} from 'fastify'
import { z } from 'zod'
import { type AnyEndpoint, takesHead } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { MAX_FILE_BYTES } from '#contract/file-types.ts'
import { AppError } from './app-error.ts'
import { issueMessage } from './issue-message.ts'
import { boundPage, isList, type ListCall } from './list-cursor.ts'

/** Validates a part of a request with its endpoint's schema. The error has a message for each invalid value. */
export const validateRequest: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (given) => {
    const checked = schema.safeParse(given, { error: issueMessage })
    return checked.success ? { value: checked.data } : { error: refusalOf(checked.error.issues) }
  }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As the endpoint declares it. */
    fromOutside?: true
    /** The answer lasts as long as someone listens: its duration says nothing, and no session is needed. */
    isStream?: true
    /** Links and forms lead people there, so errors must be pages. */
    isVisited?: true
  }
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type BodyOf<E extends AnyEndpoint> = E extends { fromOutside: true }
  ? Buffer | undefined
  : E extends { bytes: string }
    ? Readable | undefined
    : Parsed<E['body']>

/** What a handler gets: the parsed parts of the request, and the request itself for evidence and streams. */
export interface Call<E extends AnyEndpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: BodyOf<E>
  headers: Parsed<E['headers']>
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<E extends AnyEndpoint> = E['answer'] extends z.ZodType ? z.input<E['answer']> : FastifyReply

/** Registers the handlers of one feature. Created by `app.ts`, so that no route exists outside the contract. */
export interface Routes {
  /** Takes the endpoint first and its handler second, so that the handler's answer is type-checked exactly. */
  on<E extends AnyEndpoint>(endpoint: E): (handle: (call: Call<E>) => Promise<Answer<E>>) => void
  /** Endpoints that have a handler, for the test that every endpoint has one. */
  readonly handled: ReadonlySet<string>
}

/** An endpoint's name: method and path, as the browser's client calls it. */
export function endpointKey(endpoint: AnyEndpoint): string {
  return `${endpoint.method} ${endpoint.path}`
}

/** Creates the registrar: validation, access, limits and serialisation all come from the endpoint's declaration. */
export function routesOf(app: FastifyInstance, guard: AccessGuard, production: boolean): Routes {
  const handled = new Set<string>()
  return {
    handled,
    on: (endpoint: AnyEndpoint) => (handle) => {
      if (endpoint.outsideProduction && production) return
      handled.add(endpointKey(endpoint))
      const before = guard.before(endpoint)
      const preValidation = guard.beforeValidation(endpoint)
      const isStream = endpoint.answer === 'events'
      const pagesAList = isList(endpoint)
      const route: RouteOptions = {
        method: takesHead(endpoint) ? ['GET', 'HEAD'] : endpoint.method,
        // One route for both: separate ones would take a tenth of the start (performance P10).
        exposeHeadRoute: false,
        url: endpoint.path,
        schema: {
          ...(endpoint.params && { params: endpoint.params }),
          ...(endpoint.query && { querystring: endpoint.query }),
          ...(endpoint.body && { body: endpoint.body }),
          ...(endpoint.headers && { headers: endpoint.headers }),
          response: responses(endpoint),
        },
        ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
        ...(endpoint.fromOutside && { config: { fromOutside: true } }),
        ...(isStream && { config: { isStream } }),
        ...(endpoint.answer === 'redirect' && { config: { isVisited: true } }),
        // Before the body is read: a stranger's bytes are not worth parsing.
        preParsing: async (request) => {
          await before(request)
          if (endpoint.body || endpoint.form || endpoint.bytes) refuseEncoded(request)
          if (endpoint.body) requireJson(request)
        },
        ...(preValidation && { preValidation }),
        handler: (request, reply) => {
          const { params, query, body, headers } = request
          const call = { params, query, body, headers, request, reply } as Call<typeof endpoint>
          return pagesAList ? boundPage(endpoint, call as ListCall, () => handle(call)) : handle(call)
        },
      }
      const parser = bodyParserOf(endpoint)
      if (!parser) return void app.route(route)
      // Parsers belong to a scope, so that this body type is accepted by this endpoint only.
      app.register(async (scope) => {
        await parser(scope)
        scope.route(route)
      })
    },
  }
}

function responses(endpoint: AnyEndpoint): Record<string, z.ZodType> {
  const { answer } = endpoint
  return {
    ...(answer instanceof z.ZodType && { 200: answer }),
    '4xx': ErrorBody,
    '5xx': ErrorBody,
  }
}

/** Enforces every endpoint's `access` and `limit`, in this one place (security R13). */
export interface AccessGuard {
  before(endpoint: AnyEndpoint): (request: FastifyRequest) => Promise<void>
  /** What is asked of query and body before undeclared fields are dropped. */
  beforeValidation(endpoint: AnyEndpoint): ((request: FastifyRequest) => Promise<void>) | undefined
}

function refusalOf(issues: z.core.$ZodIssue[]): AppError {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) fields[path.join('.') || 'body'] ??= message
  return new AppError('VALIDATION_ERROR', Object.values(fields)[0] ?? 'Check the values you entered.', {
    fields,
  })
}

/**
 * Adds the parser for an endpoint that takes something other than JSON, in a scope of its own, because such
 * parsers bring hooks that other routes shouldn't pay for (performance P5, P11).
 */
function bodyParserOf(endpoint: AnyEndpoint): ((scope: FastifyInstance) => void | Promise<void>) | undefined {
  if (endpoint.fromOutside) return parseBytes
  if (endpoint.bytes) return streamOf(endpoint.bytes)
  if (endpoint.form) return parseForm
  return undefined
}

/**
 * JSON calls accept nothing else, because another site's form can't send this type (security R25). Throws
 * UNSUPPORTED_TYPE.
 */
function requireJson(request: FastifyRequest): void {
  const type = request.headers['content-type']
  if (type !== undefined && type.split(';', 1).join().trim().toLowerCase() !== 'application/json')
    throw new AppError('UNSUPPORTED_TYPE', 'Send this request as application/json.')
}

/** Nothing here decodes a body, so a body that says it is encoded would be misread. */
function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  if (encoding && encoding !== 'identity')
    throw new AppError('UNSUPPORTED_TYPE', 'Send this request without a content encoding.')
}

function parseBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Leaves a body of this type unread, as a stream; no other type has a parser. */
function streamOf(type: string): (scope: FastifyInstance) => void {
  return (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(type, (_request, stream, done) => done(null, stream))
  }
}

async function parseForm(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyMultipart, {
    limits: { fileSize: MAX_FILE_BYTES + 1, files: 2, fields: 10, fieldSize: 10_000, parts: 12 },
    throwFileSizeLimit: false,
  })
}
