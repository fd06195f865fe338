import type { FastifyInstance } from 'fastify'
import { MAX_FILE_BYTES, tooLargeMessage, UPLOAD_TEXT } from '#contract/file-types.ts'
import { ByteBudget } from '#server/platform/files/byte-budget.ts'
import { AppError } from '#server/platform/http/app-error.ts'

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=.+-]+)*;base64,/
/** Of bodies taken at once: each is in memory as such, as text and as bytes. The largest is taken alone. */
const MOST_OF_BODIES = 36_000_000

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

/** Lets JSON uploads wait for their turn before their body is read. */
export function limitDecoding(app: FastifyInstance, path: string): void {
  const bodies = new ByteBudget({ most: MOST_OF_BODIES })
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST' || request.routeOptions.url !== path) return
    const gone = new AbortController()
    const body = bodies.holder()
    reply.raw.once('close', () => {
      gone.abort()
      body.release()
    })
    await body.grow(Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY), gone.signal)
  })
}
