import { Readable } from 'node:stream'
import { and, asc, eq, isNull, lt, or } from 'drizzle-orm'
import { ERROR_STATUS } from '#contract/errors.ts'
import { partBinding } from '#server/model/documents/document-proof.ts'
import { removeParts, removeUploads } from '#server/model/documents/open-uploads.ts'
import {
  type DocumentRow,
  type DocumentUploadRow,
  documents,
  documentUploads,
  uploadParts,
} from '#server/model/schema/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { storeDocument } from '../store-document.ts'
import { documentOf, removeFiles } from './open-upload.ts'

/** Longer than checking a file takes. After that its process counts as dead, and the next call may try. */
const COMPLETING_MS = 120_000
const ASK_AGAIN_SECONDS = 2

interface Completing {
  signal: AbortSignal
  origin: Origin
  /** As in `storeDocument`. */
  stillAllowed?: () => Promise<void>
}

/**
 * Turns an upload whose parts are all here into a document, the same way as any file. The document and the end
 * of the upload are one transaction, so that there is never a second document. A refused file is deleted; after
 * a failure of ours its parts stay for the next attempt. Throws UNAVAILABLE while another call does this, and
 * what `storeDocument` throws.
 */
export async function completeUpload(
  services: Services,
  upload: DocumentUploadRow,
  { signal, origin, stillAllowed }: Completing,
): Promise<DocumentRow> {
  await begin(services, upload)
  let keys: string[] = []
  try {
    const row = await storeDocument(services, {
      ...documentOf(upload),
      source: Readable.from(contentOf(services, upload), { objectMode: false }),
      maxBytes: upload.bytes,
      signal,
      origin,
      stillAllowed,
      alongside: async (tx, { id }) => {
        const [ended] = await tx
          .update(documentUploads)
          .set({ documentId: id })
          .where(and(eq(documentUploads.id, upload.id), isNull(documentUploads.documentId)))
          .returning({ id: documentUploads.id })
        if (!ended) throw stillChecking()
        keys = await removeParts(tx, [upload.id], services.now())
      },
    })
    await removeFiles(services, keys)
    return row
  } catch (error) {
    if (isRefusal(error)) await discard(services, upload)
    else await giveBack(services, upload).catch(() => {})
    throw error
  }
}

/** The document that an upload has become; undefined if it hasn't yet. */
export async function documentOfUpload(
  { database }: Pick<Services, 'database'>,
  { documentId }: DocumentUploadRow,
): Promise<DocumentRow | undefined> {
  if (!documentId) return undefined
  const [row] = await database.db.select().from(documents).where(eq(documents.id, documentId))
  return row
}

/** Ensures that only one call at a time checks a file, in whichever process. */
async function begin({ database, now }: Services, { id }: DocumentUploadRow): Promise<void> {
  const at = now()
  const [reserved] = await database.db
    .update(documentUploads)
    .set({ completingUntil: new Date(at.getTime() + COMPLETING_MS) })
    .where(
      and(
        eq(documentUploads.id, id),
        isNull(documentUploads.documentId),
        or(isNull(documentUploads.completingUntil), lt(documentUploads.completingUntil, at)),
      ),
    )
    .returning({ id: documentUploads.id })
  if (!reserved) throw stillChecking()
}

async function giveBack({ database }: Services, { id }: DocumentUploadRow): Promise<void> {
  await database.db.update(documentUploads).set({ completingUntil: null }).where(eq(documentUploads.id, id))
}

async function discard(services: Services, { id }: DocumentUploadRow): Promise<void> {
  const { keys } = await services.database.transaction((tx) =>
    removeUploads(tx, eq(documentUploads.id, id), services.now()),
  )
  await removeFiles(services, keys)
}

/** The parts one after the other: the original file. */
async function* contentOf({ database, files }: Services, upload: DocumentUploadRow) {
  const parts = await database.db
    .select()
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, upload.id))
    .orderBy(asc(uploadParts.start))
  for (const part of parts) yield* await files.open(part.storageKey, part, partBinding(part))
}

/** Whether the file itself was refused, so that sending it again would be useless. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError && ERROR_STATUS[error.code] < 500
}

function stillChecking(): AppError {
  return new AppError('UNAVAILABLE', 'We’re still checking this file. Ask again in a moment.', {
    retryAfter: ASK_AGAIN_SECONDS,
  })
}
