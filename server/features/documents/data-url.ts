import type { FastifyInstance } from 'fastify'
import { MAX_FILE_BYTES, tooLargeMessage, UPLOAD_TEXT } from '#contract/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=.+-]+)*;base64,/
/** A whole body, its text and its bytes are in memory at once; so few are taken at a time (performance.md). */
const AT_ONCE = 3
const RETRY_SECONDS = 5

/** The bytes of a base64 data URL, and the type that it declares. Throws VALIDATION_ERROR or FILE_TOO_LARGE. */
export function decodeDataUrl(text: string): { bytes: Buffer; declaredType: string | undefined } {
  const [prefix, declaredType] = DATA_URL.exec(text.slice(0, 200)) ?? []
  const encoded = prefix === undefined ? '' : text.slice(prefix.length)
  if (!encoded || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
    throw new AppError('VALIDATION_ERROR', UPLOAD_TEXT.readFailed, {
      fields: { fileData: UPLOAD_TEXT.readFailed },
    })
  }
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length > MAX_FILE_BYTES) throw new AppError('FILE_TOO_LARGE', tooLargeMessage(MAX_FILE_BYTES))
  return { bytes, declaredType }
}

/** Refuses a JSON upload while others are being decoded, before its body is read. */
export function limitDecoding(app: FastifyInstance, path: string): void {
  let running = 0
  app.addHook('onRequest', (request, reply, next) => {
    if (request.method !== 'POST' || request.routeOptions.url !== path) return next()
    if (running >= AT_ONCE)
      return next(
        new AppError('UNAVAILABLE', 'Several files are being received. Try again in a moment.', {
          retryAfter: RETRY_SECONDS,
        }),
      )
    running++
    reply.raw.once('close', () => running--)
    next()
  })
}
