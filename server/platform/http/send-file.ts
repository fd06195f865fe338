import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from '#server/platform/files/file-name.ts'

interface SentFile {
  /** Whether a browser shows it or saves it. */
  as: 'inline' | 'attachment'
  fileName: string
  mime: string
  body: Readable | Buffer
}

/**
 * Answers with a file that was given to us or made here: whatever is in it runs nothing and stands in no frame
 * (security R44).
 */
export function sendFile(reply: FastifyReply, { as, fileName, mime, body }: SentFile): FastifyReply {
  return reply
    .header('content-disposition', contentDisposition(as, fileName))
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .type(mime)
    .send(body)
}
