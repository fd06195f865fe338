import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import { AppError } from './app-error.ts'
import { requestTooLarge, requestTooSlow, requestUnreadable } from './request-refusals.ts'

/** How long a refused connection stays open for its client to read why, in milliseconds. */
const LINGER_MS = 2000

/**
 * Answers what Node couldn't read as a request in the shape of all refusals, and closes the connection. What still
 * arrives is discarded for a moment: a connection that is closed with unread data is reset, and the answer lost.
 */
export function unreadRequests(
  log: FastifyBaseLogger | undefined,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const refused = new WeakSet<Socket>()
  return (error, socket) => {
    if (refused.has(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy(error)
      return
    }
    refused.add(socket)
    const { code, message } = refusalOf(error.code)
    const body: ErrorBody = { error: code, message, requestId: randomUUID() }
    log?.info({ reqId: body.requestId, code, cause: error.code }, 'request refused')
    socket.end(rawAnswer(ERROR_STATUS[code], JSON.stringify(body)))
    const closing = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(closing))
  }
}

function refusalOf(cause: string | undefined): AppError {
  if (cause === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTooSlow()
  if (cause === 'HPE_HEADER_OVERFLOW')
    return new AppError('HEADERS_TOO_LARGE', 'The address or the headers of this request are too large.')
  return cause === 'HPE_CHUNK_EXTENSIONS_OVERFLOW' ? requestTooLarge() : requestUnreadable()
}

function rawAnswer(status: number, body: string): string {
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/**
 * Refuses a request that names no host, or two (RFC 9112, 3.2): the parts of an installation might each believe
 * another one.
 */
export function registerHostGuard(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders, httpVersion } }, _reply, next) => {
    let hosts = 0
    for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
    if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return next()
    next(new AppError('VALIDATION_ERROR', 'Send this request with exactly one Host header.'))
  })
}
