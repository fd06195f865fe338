import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { type DocumentRow, documents } from '#server/platform/database/schema/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import { type Caller, mayCall } from '#server/platform/sessions/caller.ts'
import { isUnclaimed } from '#server/records/applications/applications.ts'
import { findCase } from '#server/records/cases/cases.ts'
import type { Services } from '#server/services.ts'

export interface OpenedDocument {
  body: Readable
  mime: string
  fileName: string
}

/**
 * Finds a document its caller may see: the owner, or an admin once the application is somebody's. Throws NOT_FOUND for
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

/**
 * Opens a document: the re-encoded rendition to look at, or the untouched original as an attachment. Each look by
 * staff is recorded before a byte leaves (decisions §5, security R24).
 */
export async function openDocument(
  services: Services,
  caller: Caller,
  row: DocumentRow,
  original: boolean,
  origin: Origin,
): Promise<OpenedDocument> {
  if (row.userId !== caller.userId) {
    await services.database.transaction(async (tx) => {
      const stored = await findCase(tx, row.userId, row.kind === 'business' ? 'business' : 'consumer')
      await recordEvent(tx, {
        at: services.now(),
        type: 'document.viewed',
        actor: { kind: 'staff', id: caller.userId },
        userId: row.userId,
        caseId: stored?.id,
        subject: `document:${row.id}`,
        after: { slot: row.slot, original },
        origin,
      })
    })
  }
  const sealed = { wrappedKey: row.wrappedKey, keyId: row.keyId }
  if (!original && row.renditionKey && row.renditionMime) {
    return {
      body: await services.files.open({ key: row.renditionKey, ...sealed }),
      mime: row.renditionMime,
      fileName: row.fileName,
    }
  }
  return {
    body: await services.files.open({ key: row.storageKey, ...sealed }),
    mime: row.mime,
    fileName: row.fileName,
  }
}
