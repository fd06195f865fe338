import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { MAX_FILE_BYTES } from '#contract/file-types.ts'
import { AppError } from './app-error.ts'

/**
 * What reads the body of an endpoint that takes something else than JSON, to be added to a scope of its own: each such
 * parser brings hooks that the other routes need not pay for (performance P5, P11).
 */
export function bodyParserOf(
  endpoint: AnyEndpoint,
): ((scope: FastifyInstance) => void | Promise<void>) | undefined {
  if (endpoint.fromOutside) return parseBytes
  if (endpoint.form) return parseForm
  return undefined
}

/** JSON calls take nothing else: a form of another site cannot send this type (security R25). Throws UNSUPPORTED_TYPE. */
export function requireJson(request: FastifyRequest): void {
  const type = request.headers['content-type']
  if (type !== undefined && type.split(';', 1).join().trim().toLowerCase() !== 'application/json')
    throw new AppError('UNSUPPORTED_TYPE', 'Send this request as application/json.')
}

function parseBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

async function parseForm(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyMultipart, {
    limits: { fileSize: MAX_FILE_BYTES + 1, files: 1, fields: 10, fieldSize: 10_000, parts: 12 },
    throwFileSizeLimit: false,
  })
}
