import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { type PartHeaders, UPLOAD_PART_BYTES } from '#contract/documents/part-uploads.ts'
import { UPLOAD_TEXT } from '#contract/file-types.ts'
import { partBinding } from '#server/model/documents/document-proof.ts'
import { type DocumentUploadRow, documentUploads, uploadParts } from '#server/model/schema/documents.ts'
import { CommitUnknown } from '#server/platform/database/database.ts'
import { attachFile } from '#server/platform/files/file-journal.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { missingUpload, removeFiles } from './open-upload.ts'

/** An incoming part, as announced by its headers. */
export interface IncomingPart {
  start: number
  bytes: number
  isLast: boolean
  /** SHA-256 in base64, if the sender states it. */
  digest: string | undefined
  source: Readable
  signal: AbortSignal
}

/** A part's headers; digests other than SHA-256 are ignored. */
export function announcedPart(
  headers: PartHeaders,
): Pick<IncomingPart, 'start' | 'bytes' | 'isLast' | 'digest'> {
  return {
    start: headers['upload-offset'],
    bytes: headers['content-length'],
    isLast: headers['upload-complete'] === '?1',
    // A malformed digest matches no part.
    digest: /(?:^|,)\s*sha-256=:?([^:,;]*)/.exec(headers['content-digest'] ?? '')?.[1],
  }
}

/**
 * Stores an upload's next part, encrypted, and returns the updated upload. A part that is incomplete or doesn't
 * match its digest leaves nothing. Throws STALE_VERSION if the part doesn't begin at the upload's current end,
 * which also tells a sender of a duplicate, VALIDATION_ERROR for a part that doesn't fit, and what the vault
 * throws.
 */
export async function appendPart(
  services: Services,
  upload: DocumentUploadRow,
  part: IncomingPart,
): Promise<DocumentUploadRow> {
  requireNext(upload, part)
  if (part.bytes === 0) return upload
  const kept = await services.files.keep(Readable.from(whole(part), { objectMode: false }), part.signal)
  try {
    return await services.database.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(documentUploads)
        .where(eq(documentUploads.id, upload.id))
        .for('update')
      if (!row) throw missingUpload()
      // The same part may have arrived another way meanwhile.
      requireNext(row, part)
      const place = { uploadId: row.id, start: part.start, storageKey: kept.key }
      await tx.insert(uploadParts).values({ ...place, ...kept.wrapFor(partBinding(place)) })
      await attachFile(tx, kept.key)
      const received = row.received + part.bytes
      await tx.update(documentUploads).set({ received }).where(eq(documentUploads.id, row.id))
      return { ...row, received }
    })
  } catch (error) {
    // If the part may be in its row, its file must be there.
    if (!(error instanceof CommitUnknown)) await removeFiles(services, [kept.key])
    throw error
  }
}

/** All parts but the last must have one size, so that a file never comes in a great many. */
function requireNext(
  { received, bytes, documentId }: DocumentUploadRow,
  part: Pick<IncomingPart, 'start' | 'bytes' | 'isLast'>,
): void {
  if (documentId || part.start !== received)
    throw new AppError('STALE_VERSION', 'This isn’t the next part. Ask how much has arrived.')
  const rest = bytes - received
  const isWhole = part.bytes === Math.min(UPLOAD_PART_BYTES, rest)
  if (!isWhole || part.isLast !== (part.bytes === rest))
    throw new AppError('VALIDATION_ERROR', 'This part doesn’t fit the upload.')
}

/** A part's content. Fails if it is truncated or doesn't match its digest. */
async function* whole({ source, bytes, digest }: IncomingPart) {
  const hash = createHash('sha256')
  let seen = 0
  // Not destroyed, because otherwise no answer could say what was wrong.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    seen += chunk.length
    yield chunk
  }
  if (seen !== bytes || (digest !== undefined && hash.digest('base64') !== digest))
    throw new AppError('VALIDATION_ERROR', UPLOAD_TEXT.failed)
}
