import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Config } from './config.ts'

/** Names under which a secret or a personal detail might stand; their values never reach a log (security R60). */
const SENSITIVE = [
  'password',
  'token',
  'cookie',
  'authorization',
  'secret',
  'dob',
  'code',
  'code_verifier',
  'captchaToken',
  'fileData',
  'set-cookie',
]

/** Structured lines in UTC; errors keep their stack and code, never the values of a query. */
export function createLog(level: Config['logLevel']): FastifyBaseLogger {
  return pino({
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    base: undefined,
    redact: {
      paths: SENSITIVE.filter((name) => name !== 'code').flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
      censor: '[redacted]',
    },
    serializers: { err: safeError },
  })
}

/** A failed query quotes its parameters in message and detail; only its kind and place are kept. */
function safeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'not an error' }
  const cause = error.cause instanceof Error ? error.cause : undefined
  const isQuery = error.message.startsWith('Failed query')
  return {
    type: error.name,
    message: isQuery ? 'Failed query' : error.message,
    ...('code' in error && { code: error.code }),
    ...('constraint' in error && { constraint: error.constraint }),
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .slice(0, 12),
    ...(cause && { cause: safeError(cause) }),
  }
}
