import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import type { CaseKind } from '#contract/verification/cases.ts'
import { isWatched } from '#domain/roles/held-roles.ts'
import { type Caller, mayCall, requireStepUp } from '#server/model/access/caller.ts'
import { isVisitorId } from '#server/model/applications/applications.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { isPdf } from '#server/model/cases/documents.ts'
import { documentBinding } from '#server/model/documents/document-proof.ts'
import { requireProven } from '#server/model/documents/refused-document.ts'
import { mayReadRetained } from '#server/model/people/erased-people.ts'
import { type DocumentRow, documents } from '#server/model/schema/documents.ts'
import { THUMBNAIL_MIME, thumbnailOf } from '#server/platform/files/image-check.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { type DocumentAccess, recordReading } from './record-reading.ts'

export interface OpenedDocument {
  body: Readable | Buffer
  mime: string
  fileName: string
}

/**
 * Finds a document that its caller may see: the owner, or staff who may read documents once the application is
 * claimed, and of an erased person only those who may read what is retained. Throws NOT_FOUND for others' and missing ones alike.
 */
export async function findReadable(services: Services, caller: Caller, id: string): Promise<DocumentRow> {
  const [row] = await services.database.db.select().from(documents).where(eq(documents.id, id))
  if (row && (row.userId === caller.userId || (await isForStaff(services, caller, row.userId)))) return row
  throw new AppError('NOT_FOUND', 'There is no such document.')
}

async function isForStaff(
  { database: { db }, config: { companyDomains } }: Services,
  caller: Caller,
  userId: number,
): Promise<boolean> {
  return (
    mayCall('documents.read', caller, companyDomains) &&
    !(await isVisitorId(db, userId)) &&
    (await mayReadRetained(db, userId, caller, companyDomains))
  )
}

/**
 * The documents of one of a person's two cases, including former ones, by the same rule; empty if the caller
 * may see none.
 */
export async function findReadableOf(
  services: Services,
  caller: Caller,
  userId: number,
  kind: CaseKind,
): Promise<DocumentRow[]> {
  if (userId !== caller.userId && !(await isForStaff(services, caller, userId))) return []
  return services.database.db
    .select()
    .from(documents)
    .where(and(eq(documents.userId, userId), eq(documents.kind, kind)))
    .orderBy(documents.createdAt)
}

/** What is requested of a document: a page to read, the original file, or a thumbnail that is too small to read. */
export type DocumentReading = { as: 'page'; page: number } | { as: 'original' } | { as: 'thumbnail' }

/** Who requests it, from where, and until when. */
interface Reader {
  caller: Caller
  origin: Origin
  signal: AbortSignal
}

/**
 * Opens a document: a page of it as a picture made by the product, the original as an attachment, or a
 * thumbnail, which only pictures have. A document that isn't what its person uploaded is refused (security
 * R47). What staff get in a legible size is recorded before a byte is sent (R24), and what auditors get in any
 * size; that it was shown is recorded by the page with `recordView`. Throws NOT_FOUND for a PDF's thumbnail and
 * a missing page, REAUTH_REQUIRED if staff must authenticate first, INVALID_STATE if they neither own the case
 * nor gave a reason, UNSAFE_FILE for a page that can't be rendered.
 */
export async function openDocument(
  services: Services,
  { caller, origin, signal }: Reader,
  row: DocumentRow,
  reading: DocumentReading,
): Promise<OpenedDocument> {
  const { files } = services
  const actor = { kind: row.userId === caller.userId ? 'user' : 'staff', id: caller.userId } as const
  await requireProven(services, row, { actor, origin })
  const binding = documentBinding(row)
  const { fileName, renditionKey } = row
  if (reading.as === 'thumbnail') {
    if (!renditionKey || isPdf(row))
      throw new AppError('NOT_FOUND', 'There is no small picture of this document.')
    if (row.userId !== caller.userId && isWatched(caller)) await recordSmall(services, caller, row, origin)
    const whole = await buffer(await files.open(renditionKey, row, binding))
    return { body: await thumbnailOf(whole), mime: THUMBNAIL_MIME, fileName }
  }
  if (reading.as === 'page' && reading.page > (row.pages ?? 1))
    throw new AppError('NOT_FOUND', 'The document has no such page.')
  if (row.userId !== caller.userId) {
    requireStepUp(caller)
    await recordReading(services, caller, row, accessOf(row, reading), origin)
  }
  if (reading.as === 'original')
    return { body: await files.open(row.storageKey, row, binding), mime: row.mime, fileName }
  const shownName = isPdf(row) ? `${fileName.replace(/\.pdf$/i, '')} ${reading.page}.jpg` : fileName
  if (renditionKey && row.renditionMime && reading.page === 1)
    return {
      body: await files.open(renditionKey, row, binding),
      mime: row.renditionMime,
      fileName: shownName,
    }
  const file = { key: row.storageKey, bytes: row.bytes, wrapped: row, binding }
  const body = await files.drawPage(file, reading.page, { person: String(caller.userId), signal })
  return { body, mime: 'image/jpeg', fileName: shownName }
}

/** Records that someone whose every read is recorded gets a thumbnail. */
async function recordSmall(
  { database, now }: Services,
  { userId }: Caller,
  row: DocumentRow,
  origin: Origin,
): Promise<void> {
  await database.transaction((tx) =>
    recordEvent(tx, {
      at: now(),
      type: 'admin.read',
      actor: { kind: 'staff', id: userId },
      userId: row.userId,
      subject: `document:${row.id}`,
      after: { slot: row.slot, size: 'thumbnail' },
      origin,
    }),
  )
}

/** What is recorded: the page, if there are several, or the original. */
function accessOf(row: DocumentRow, reading: Exclude<DocumentReading, { as: 'thumbnail' }>): DocumentAccess {
  if (reading.as === 'original') return { type: 'document.downloaded' }
  return { type: 'document.fetched', ...(row.pages && { page: reading.page }) }
}
