import { eq } from 'drizzle-orm'
import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { withFaces } from '#domain/documents/face-problem.ts'
import { lockCase } from '#server/model/cases/cases.ts'
import { givenDocument } from '#server/model/cases/documents.ts'
import { type DocumentRow, documents } from '#server/model/schema/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { requireEditable } from './upload-policy.ts'

/**
 * Adds the result of the owner's device about faces to a selfie's faults, for them and the reviewer, whose own
 * signal is evaluated again. A choice to keep it stays. Throws NOT_FOUND for others' and missing documents
 * alike, PROFILE_LOCKED or INVALID_STATE if the case accepts no files, and INVALID_STATE for another document
 * or one that was replaced.
 */
export async function setFaces(
  services: Services,
  userId: number,
  id: string,
  faces: number,
): Promise<DocumentRow> {
  return services.database.transaction(async (tx) => {
    const [found] = await tx.select().from(documents).where(eq(documents.id, id))
    if (found?.userId !== userId) throw new AppError('NOT_FOUND', 'There is no such document.')
    const stored = await lockCase(tx, userId, CaseKind.parse(found.kind))
    // Read again under the lock: it may have been replaced.
    const [row = found] = await tx.select().from(documents).where(eq(documents.id, id)).for('update')
    const slot = DocumentSlot.parse(row.slot)
    if (slot !== 'selfie') throw new AppError('INVALID_STATE', 'Faces are counted on selfies alone.')
    if (row.supersededAt) throw new AppError('INVALID_STATE', 'You have replaced this file with another one.')
    if (row.keptAt) return row
    requireEditable(stored, slot, services.now())
    const problems = withFaces(givenDocument(row).problems, faces)
    const [told] = await tx.update(documents).set({ problems }).where(eq(documents.id, id)).returning()
    if (!told) throw new Error('The document was just read')
    return told
  })
}
