import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { DocType, DocumentSlot } from '#contract/documents/document-schemas.ts'
import {
  MAX_OPEN_UPLOADS,
  type OpenUpload,
  UPLOAD_HOURS,
  UPLOAD_PART_BYTES,
  type UploadStart,
} from '#contract/documents/part-uploads.ts'
import { MAX_FILE_BYTES, tooLargeMessage } from '#contract/file-types.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { removeUploads } from '#server/model/documents/open-uploads.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { type DocumentUploadRow, documentUploads } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cleanFileName } from '#server/platform/files/file-name.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { requireWanted } from '../upload-policy.ts'

/** Whose upload it is: a person's own, or that of a phone temporarily connected to them. */
export interface Uploader {
  userId: number
  handOff?: { id: string; expiresAt: Date }
}

/**
 * Starts an upload, or returns the one with this id that was started before. What would be refused on
 * completion is refused now, before anyone has waited for it. Throws NOT_FOUND if the id is someone else's, and
 * what `requireWanted` throws.
 */
export async function openUpload(
  services: Services,
  uploader: Uploader,
  start: UploadStart,
): Promise<DocumentUploadRow> {
  const { userId, handOff } = uploader
  const maxBytes = Math.min(start.maxBytes ?? MAX_FILE_BYTES, MAX_FILE_BYTES)
  if (start.bytes > maxBytes) throw new AppError('FILE_TOO_LARGE', tooLargeMessage(maxBytes))
  const at = services.now()
  const { documentType: slot, docType, issuedOn, expiresOn, mime, bytes, id } = start
  const fileName = cleanFileName(start.fileName)
  const kind = await requireWanted(
    services.database.db,
    { userId, slot, kind: start.kind, docType, issuedOn, expiresOn },
    at,
  )
  return services.database.transaction(async (tx) => {
    await lockUser(tx, userId)
    const [known] = await tx.select().from(documentUploads).where(eq(documentUploads.id, id))
    if (known) {
      requireOwn(known, uploader)
      if (known.bytes !== bytes || known.slot !== slot)
        throw new AppError('VALIDATION_ERROR', 'This upload is of another file.')
      if (known.expiresAt > at) return known
      await removeUploads(tx, eq(documentUploads.id, id), at)
    }
    await makeRoom(tx, userId, at)
    const [row] = await tx
      .insert(documentUploads)
      .values({
        ...{ id, userId, kind, slot, fileName, mime, bytes, docType, issuedOn, expiresOn, createdAt: at },
        handOffId: handOff?.id,
        expiresAt: handOff?.expiresAt ?? new Date(at.getTime() + UPLOAD_HOURS * 3_600_000),
      })
      .onConflictDoNothing()
      .returning()
    // Someone else has just taken the id.
    if (!row) throw missingUpload()
    return row
  })
}

/** The upload with this id. Throws NOT_FOUND for others', expired and missing ones alike. */
export async function findUpload(
  { database, now }: Pick<Services, 'database' | 'now'>,
  uploader: Uploader,
  id: string,
): Promise<DocumentUploadRow> {
  const [row] = await database.db.select().from(documentUploads).where(eq(documentUploads.id, id))
  const own = requireOwn(row, uploader)
  if (own.expiresAt <= now()) throw missingUpload()
  return own
}

/** Deletes an incomplete upload. Idempotent. */
export async function cancelUpload(services: Services, { userId }: Uploader, id: string): Promise<void> {
  const isTheirs = and(eq(documentUploads.id, id), eq(documentUploads.userId, userId), isOpen)
  const { keys } = await services.database.transaction((tx) =>
    removeUploads(tx, isTheirs ?? isOpen, services.now()),
  )
  await removeFiles(services, keys)
}

/** Removes files whose rows are gone; what can't be removed now is left to the sweep. */
export async function removeFiles({ files }: Pick<Services, 'files'>, keys: readonly string[]) {
  for (const key of keys) await files.remove(key).catch(() => {})
}

/** An upload for the wire. */
export function presentUpload({ id, bytes, received, expiresAt }: DocumentUploadRow): OpenUpload {
  return { id, bytes, received, partBytes: UPLOAD_PART_BYTES, expiresAt: expiresAt.toISOString() }
}

/** The document's facts from an upload's row. */
export function documentOf(row: DocumentUploadRow) {
  return {
    userId: row.userId,
    kind: CaseKind.parse(row.kind),
    slot: DocumentSlot.parse(row.slot),
    fileName: row.fileName,
    declaredType: row.mime ?? undefined,
    docType: row.docType === null ? undefined : DocType.parse(row.docType),
    issuedOn: row.issuedOn ?? undefined,
    expiresOn: row.expiresOn ?? undefined,
  }
}

const isOpen = isNull(documentUploads.documentId)

/** The error for an upload that is missing or someone else's. */
export function missingUpload(): AppError {
  return new AppError('NOT_FOUND', 'We don’t have this upload any more. Send the file again.')
}

function requireOwn(row: DocumentUploadRow | undefined, { userId, handOff }: Uploader): DocumentUploadRow {
  if (row?.userId !== userId || row.handOffId !== (handOff?.id ?? null)) throw missingUpload()
  return row
}

/** Deletes a person's oldest uploads to make room, so that no one must clear away what a lost connection left. */
async function makeRoom(tx: Db, userId: number, at: Date): Promise<void> {
  const open = await tx
    .select({ id: documentUploads.id })
    .from(documentUploads)
    .where(and(eq(documentUploads.userId, userId), isOpen))
    .orderBy(asc(documentUploads.createdAt), asc(documentUploads.id))
  const tooMany = open.slice(0, Math.max(0, open.length - MAX_OPEN_UPLOADS + 1)).map(({ id }) => id)
  if (tooMany.length > 0) await removeUploads(tx, inArray(documentUploads.id, tooMany), at)
}
