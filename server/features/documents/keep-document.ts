import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import type { DocumentNotice, UploadAnswer } from '#contract/documents/uploads.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { documentNotices } from '#domain/cases/document-problems.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { lockCase } from '#server/model/cases/cases.ts'
import { currentDocuments, givenDocument, presentDocument } from '#server/model/cases/documents.ts'
import { type DocumentRow, documents } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { requireEditable } from './upload-policy.ts'

/** What to tell a document's owner about it, given the case's other documents. */
export async function documentNoticesOf(db: Db, row: DocumentRow): Promise<DocumentNotice[]> {
  const current = await currentDocuments(db, row.userId, CaseKind.parse(row.kind))
  return documentNotices(givenDocument(row), current.map(givenDocument))
}

/**
 * Records that the owner wants to use a poor document anyway; a reviewer sees that next to the file.
 * Idempotent. Throws NOT_FOUND for others' and missing documents alike, PROFILE_LOCKED or INVALID_STATE if the
 * case accepts no files, and INVALID_STATE for a document that was replaced or has no faults.
 */
export async function keepDocument(
  services: Services,
  userId: number,
  id: string,
  origin: Origin,
): Promise<DocumentRow> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const [found] = await tx.select().from(documents).where(eq(documents.id, id))
    if (found?.userId !== userId) throw new AppError('NOT_FOUND', 'There is no such document.')
    const stored = await lockCase(tx, userId, CaseKind.parse(found.kind))
    // Read again under the lock: it may have been replaced, or the same choice may have arrived twice.
    const [row = found] = await tx.select().from(documents).where(eq(documents.id, id)).for('update')
    if (row.keptAt) return row
    if (row.supersededAt) throw new AppError('INVALID_STATE', 'You have replaced this file with another one.')
    requireEditable(stored, DocumentSlot.parse(row.slot), at)
    const notices = await documentNoticesOf(tx, row)
    if (notices.length === 0)
      throw new AppError('INVALID_STATE', 'There is nothing to confirm about this document.')
    const [kept] = await tx.update(documents).set({ keptAt: at }).where(eq(documents.id, id)).returning()
    if (!kept) throw new Error('The document was just read')
    await recordEvent(tx, {
      at,
      type: 'document.kept',
      actor: { kind: 'user', id: userId },
      userId,
      caseId: stored?.id,
      subject: `document:${id}`,
      after: { slot: row.slot, notices: notices.map(({ kind }) => kind) },
      origin,
    })
    return kept
  })
}

/** The answer to a browser that has just sent a document, whichever way. */
export async function uploadAnswer(db: Db, row: DocumentRow): Promise<z.input<typeof UploadAnswer>> {
  const document = presentDocument(row)
  return {
    success: true,
    documentUrl: document.documentUrl,
    document,
    notices: await documentNoticesOf(db, row),
    data: { documentUrl: document.documentUrl },
  }
}
