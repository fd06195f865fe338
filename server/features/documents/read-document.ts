import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { type DocumentRow, documents } from '#server/platform/database/schema/documents.ts'
import { THUMBNAIL_MIME, thumbnailOf } from '#server/platform/files/thumbnail.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { requireStepUp } from '#server/platform/http/recent-sign-in.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { type Caller, mayCall } from '#server/platform/sessions/caller.ts'
import { isUnclaimed } from '#server/records/applications/applications.ts'
import { documentBinding } from '#server/records/documents/document-proof.ts'
import { requireProven } from '#server/records/documents/refused-document.ts'
import type { Services } from '#server/services.ts'
import { recordReading } from './record-reading.ts'

export interface OpenedDocument {
  body: Readable | Buffer
  mime: string
  fileName: string
}

/**
 * Finds a document its caller may see: the owner, or an admin once the application is someone's. Throws NOT_FOUND for
 * others' and missing ones alike.
 */
export async function findReadable(services: Services, caller: Caller, id: string): Promise<DocumentRow> {
  const { database, config } = services
  const [row] = await database.db.select().from(documents).where(eq(documents.id, id))
  if (row && (row.userId === caller.userId || (await isForAdmin(row)))) return row
  throw new AppError('NOT_FOUND', 'There is no such document.')

  async function isForAdmin({ userId }: DocumentRow): Promise<boolean> {
    return mayCall('admin', caller, config.companyDomains) && !(await isUnclaimed(database.db, userId))
  }
}

/** What of a document is asked for: the picture to read, the untouched file, or a picture too small to read. */
export type Reading = 'rendition' | 'original' | 'thumbnail'

/**
 * Opens a document: the re-encoded rendition to look at, the untouched original as an attachment, or a thumbnail, which
 * only pictures have. One that is not what its person uploaded is refused (security R47). What staff get at a size that can be read is recorded before a byte leaves (R24); that it was shown,
 * the page that shows it says by `recordView`. Throws NOT_FOUND for the thumbnail of a PDF, REAUTH_REQUIRED where staff
 * have to prove first who they are, INVALID_STATE where they have neither the case at hand nor a reason.
 */
export async function openDocument(
  services: Services,
  caller: Caller,
  row: DocumentRow,
  reading: Reading,
  origin: Origin,
): Promise<OpenedDocument> {
  const { fileName } = row
  const actor = { kind: row.userId === caller.userId ? 'user' : 'staff', id: caller.userId } as const
  await requireProven(services, row, { actor, origin })
  const open = (key: string) => services.files.open(key, row, documentBinding(row))
  const rendition =
    row.renditionKey && row.renditionMime ? { key: row.renditionKey, mime: row.renditionMime } : null
  if (reading === 'thumbnail') {
    if (!rendition) throw new AppError('NOT_FOUND', 'There is no small picture of this document.')
    const whole = await buffer(await open(rendition.key))
    return { body: await thumbnailOf(whole), mime: THUMBNAIL_MIME, fileName }
  }
  if (row.userId !== caller.userId) {
    requireStepUp(caller)
    const type = reading === 'original' ? 'document.downloaded' : 'document.fetched'
    await recordReading(services, caller, row, type, origin)
  }
  const { key, mime } =
    reading === 'rendition' && rendition ? rendition : { key: row.storageKey, mime: row.mime }
  return { body: await open(key), mime, fileName }
}
