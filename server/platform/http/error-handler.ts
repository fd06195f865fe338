import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isResponseSerializationError } from 'fastify-type-provider-zod'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import { MAX_FILE_BYTES } from '#contract/file-types.ts'
import { databaseFault } from '#server/platform/database/database-faults.ts'
import { AlteredValueError } from '#server/platform/fields/field-cipher.ts'
import { MissingKeyError } from '#server/platform/files/envelope.ts'
import { reasonOf } from '#server/platform/reason-of.ts'
import { AppError } from './app-error.ts'
import { requestTooLarge, requestTooSlow, requestUnreadable } from './request-refusals.ts'

const SAFE_INTERNAL =
  'Something went wrong on our side. Try again, and tell support the request id if it happens again.'
const ALTERED =
  'We can’t show or change this: something in it isn’t what was saved. We’ve told our team, and everything is kept as it is.'
const WITHOUT_KEY =
  'We can’t open what is stored here right now. Everything is kept as it is; try again in a moment.'
const OUTAGE_RETRY_SECONDS = 5
/** Twice the largest file. */
const MOST_DISCARDED_BYTES = 2 * MAX_FILE_BYTES
/** Less than a body may take, after which it is answered as too slow. */
const MOST_DISCARDING_MS = 8000

declare module 'fastify' {
  interface FastifyReply {
    /** Sent as a failure without being one, so that neither metrics nor traces count it as ours. */
    isDeliberate: boolean
  }
}

/** What the application adds to how failures are answered. */
interface OfApplication {
  /** Does what an altered stored value requires, before its refusal is sent. */
  onAltered?: (error: AlteredValueError, request: FastifyRequest) => Promise<void>
  /** Learns that this process was started without a key that something stored needs. */
  onMissingKey?: () => void
  /** The refusal that a failure of its own stands for, such as a violated constraint. */
  refusalFor?: (error: unknown) => AppError | undefined
}

/** Installs the one global error handler (security R61). */
export function registerErrorHandler(
  app: FastifyInstance,
  { onAltered = async () => {}, onMissingKey = () => {}, refusalFor = () => undefined }: OfApplication = {},
): void {
  app.decorateReply('isDeliberate', false)
  app.setErrorHandler((error, request, reply) => {
    const answer = () => answerFailure(error, request, reply)
    return closesWhileSending(request, reply) ? restOfBody(request.raw).then(answer) : answer()
  })

  const known = (error: unknown) => refusalFor(error) ?? asAppError(error)
  const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof MissingKeyError) onMissingKey()
    if (isCutOff(error, request)) return answerError(requestUnreadable(), error, request, reply)
    if (!(error instanceof AlteredValueError)) return answerError(known(error), error, request, reply)
    // If it can't be recorded, that failure is the one to report.
    return onAltered(error, request).then(
      () => answerError(known(error), error, request, reply),
      (failure: unknown) => answerError(known(failure), failure, request, reply),
    )
  }
}

/**
 * Sends any failure as the wire body, or to someone whom a link or a form led there as the error page. A 5xx is
 * logged in full, or with its reason alone while the database is away; a refusal as information.
 */
export function answerError(
  known: AppError,
  cause: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = ERROR_STATUS[known.code]
  reply.isDeliberate = known.isDeliberate
  if (status >= 500 && !known.isDeliberate)
    request.log.error({ ...detailsOf(cause), code: known.code }, 'request failed')
  else request.log.info({ code: known.code }, 'request refused')
  const body: ErrorBody = {
    error: known.code,
    message: known.message,
    ...known.details,
    requestId: request.id,
  }
  // A failed redirect has left its header, which may be the cause of the failure.
  reply.removeHeader('location')
  if (known.details.retryAfter !== undefined)
    reply.header('retry-after', String(Math.ceil(known.details.retryAfter)))
  if (isVisit(request)) return reply.redirect(`/error?status=${status}`)
  // The rest of a slow body is never read, so the connection ends with the answer. Any other stays open until its body
  // has arrived, in the time that bodies have: a connection closed with unread data is reset, and the answer lost.
  if (status === 408) reply.header('connection', 'close')
  else reply.removeHeader('connection')
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

/** What is logged of a failure. In an outage every request fails alike, wherever it was, so their stacks say nothing. */
function detailsOf(cause: unknown): { err: unknown } | { reason: string } {
  const isOutage = !(cause instanceof AppError) && databaseFault(cause) === 'away'
  return isOutage ? { reason: reasonOf(cause) } : { err: cause }
}

/** Whether the answer would end the connection, as the sender asked, while the body is still arriving. */
function closesWhileSending({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  return !reply.raw.shouldKeepAlive && !raw.complete && !raw.destroyed
}

/** Waits until a body has arrived and was discarded, or for as long and as much as one is worth waiting for. */
function restOfBody(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = MOST_DISCARDED_BYTES
    const count = (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) done()
    }
    const done = () => {
      clearTimeout(timer)
      raw.off('data', count).off('end', done).off('close', done)
      resolve()
    }
    const timer = setTimeout(done, MOST_DISCARDING_MS)
    raw.on('data', count).on('end', done).on('close', done)
  })
}

/** Whether the sender hung up before the end of a body: not our failure, though its code is that of a lost database. */
function isCutOff(error: unknown, { raw }: FastifyRequest): boolean {
  return (
    raw.destroyed && !raw.complete && error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
  )
}

/** Whether a browser shows the answer as a page; other clients get JSON. */
function isVisit({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.isVisited === true && headers['sec-fetch-mode'] === 'navigate'
}

/** Turns any failure into an AppError with a text that is safe to show. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof AlteredValueError) return new AppError('INVALID_STATE', ALTERED)
  if (error instanceof MissingKeyError)
    return new AppError('UNAVAILABLE', WITHOUT_KEY, { retryAfter: OUTAGE_RETRY_SECONDS })
  if (isResponseSerializationError(error)) return new AppError('INTERNAL', SAFE_INTERNAL)
  if (databaseFault(error)) {
    return new AppError(
      'UNAVAILABLE',
      'The service is briefly unavailable. Your data is safe; try again in a moment.',
      { retryAfter: OUTAGE_RETRY_SECONDS },
    )
  }
  return fromFastify(error) ?? new AppError('INTERNAL', SAFE_INTERNAL)
}

function fromFastify(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? error.code : undefined
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 403 || status === 404) return new AppError('NOT_FOUND', 'There’s nothing at this address.')
  if (status === 413) return requestTooLarge()
  if (status === 415)
    return new AppError('UNSUPPORTED_TYPE', 'This address doesn’t take a body of this content type.')
  if (status === 408) return requestTooSlow()
  if (code === 'ABORT_ERR' || status === 400) return requestUnreadable()
  return undefined
}
