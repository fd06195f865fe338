import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { Config } from '#server/config.ts'

/**
 * Names of fields that may contain a secret, a document, a birth date or bank details; their values never reach
 * a log, however the name is spelled (security R60). `code` and `state` aren't included, because those of
 * errors and cases are logged.
 */
export const SENSITIVE: ReadonlySet<string> = new Set([
  'accesstoken',
  'accountnumber',
  'apikey',
  'authorization',
  'bankaccountnumber',
  'banksortcode',
  'birthdate',
  'births',
  'captchatoken',
  'clientsecret',
  'codeverifier',
  'cookie',
  'dateofbirth',
  'dob',
  'filedata',
  'iban',
  'idtoken',
  'password',
  'passwordhash',
  'proxyauthorization',
  'refreshtoken',
  'secret',
  'setcookie',
  'signature',
  'sortcode',
  'taxnumber',
  'token',
])
const HIDDEN = '[redacted]'
/** How many levels of a line are searched. */
const DEPTH = 3

/**
 * Structured lines in UTC; errors keep stack and code, never a query's values. Writes to `destination`, or to
 * standard output a quarter of a second's lines at a time: writing each by itself would cost more than creating
 * it (performance P5). `fieldsOf` adds fields to each line.
 */
export function createLog(
  level: Config['logLevel'],
  destination?: DestinationStream,
  fieldsOf?: (logger: object) => object,
): FastifyBaseLogger {
  const options: LoggerOptions = {
    level,
    ...(fieldsOf && { mixin: (_line, _level, logger) => fieldsOf(logger) }),
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

/**
 * SIGUSR2 switches to all levels, and back to the configured one, without a restart that would end the fault
 * being examined.
 */
export function changeLevelBySignal(log: FastifyBaseLogger, configured: Config['logLevel']): void {
  process.on('SIGUSR2', () => {
    const level = log.level === configured ? 'debug' : configured
    log.level = 'info'
    log.info({ changedTo: level }, 'The level of the log was changed by SIGUSR2')
    log.level = level
  })
}

type Fields = Record<string, unknown>

/** The same line with sensitive values hidden. A line without any isn't copied, unlike with pino's own redaction. */
function withoutSensitive(line: Fields, depth: number): Fields {
  let safe = line
  for (const name in line) {
    const value = line[name]
    const shown = isSensitive(name) ? HIDDEN : depth > 1 ? safeValue(value, depth - 1) : value
    if (shown === value) continue
    if (safe === line) safe = { ...line }
    safe[name] = shown
  }
  return safe
}

function safeValue(value: unknown, depth: number): unknown {
  if (isPlain(value)) return withoutSensitive(value, depth)
  if (!Array.isArray(value)) return value
  const safe = value.map((element) => safeValue(element, depth))
  return safe.some((element, index) => element !== value[index]) ? safe : value
}

/** Cached results by name: lines have few names, and folding one costs more than everything else. */
const known = new Map<string, boolean>()
const MOST_KNOWN = 1000

function isSensitive(name: string): boolean {
  const before = known.get(name)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const found = SENSITIVE.has(name.toLowerCase().replace(/[-_.\s]/g, ''))
  known.set(name, found)
  return found
}

function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** A failed query's message and detail quote its parameters; only its kind and place are kept. */
function safeError(error: unknown): object {
  // The job queue passes copies of its errors, with the message as a field.
  if (isPlain(error) && typeof error.message === 'string')
    return safeError(Object.assign(new Error(error.message), error))
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
