import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import type { Config } from './config.ts'

/** Names under which a secret or a personal detail might stand; their values never reach a log (security R60). */
const SENSITIVE: ReadonlySet<string> = new Set([
  'password',
  'token',
  'cookie',
  'authorization',
  'secret',
  'dob',
  'code_verifier',
  'captchaToken',
  'fileData',
  'set-cookie',
])
const HIDDEN = '[redacted]'
/** Levels of a line that are looked through. */
const DEPTH = 3

/**
 * Structured lines in UTC; errors keep stack and code, never a query's values. To `destination`, or to standard output,
 * a quarter of a second's lines in one write: a write of its own for each would cost more than making it (performance P5).
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): FastifyBaseLogger {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    base: undefined,
    formatters: { log: (line: Fields) => withoutSensitive(line, DEPTH) },
    serializers: { err: safeError },
  }
  return pino(
    options,
    destination ?? pino.destination({ sync: false, minLength: 16_000, periodicFlush: 250 }),
  )
}

type Fields = Record<string, unknown>

/** The same line with its sensitive values hidden; a line without any is not copied, as pino's own way would. */
function withoutSensitive(line: Fields, depth: number): Fields {
  let safe = line
  for (const name in line) {
    const value = line[name]
    const shown = SENSITIVE.has(name)
      ? HIDDEN
      : depth > 1 && isPlain(value)
        ? withoutSensitive(value, depth - 1)
        : value
    if (shown === value) continue
    if (safe === line) safe = { ...line }
    safe[name] = shown
  }
  return safe
}

function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
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
