import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { isPhotoToUndo, wasSubmitted } from '#domain/documents/was-submitted.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { findCase, lockCase, moveCase, type StoredCase } from '#server/model/cases/cases.ts'
import { caseSubmissions } from '#server/model/schema/cases.ts'
import { type DocumentRow, documents } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { selectUndone } from './documents.sql.ts'
import { isLookedAt } from './reading/read-by-machine.ts'
import { isEvidence, requireEditable } from './upload-policy.ts'

/**
 * Undoes an upload before it was submitted, in one transaction: the document it replaced is current again, and
 * the file itself stays as a former version (choices §5.4). Returns the current document. Idempotent. Throws
 * NOT_FOUND for others' and missing documents alike, PROFILE_LOCKED or INVALID_STATE if the case accepts no
 * files, and INVALID_STATE for one that was submitted or replaced.
 */
export async function undoUpload(
  services: Services,
  userId: number,
  id: string,
  origin: Origin,
): Promise<DocumentRow | undefined> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const [found] = await tx.select().from(documents).where(eq(documents.id, id))
    if (found?.userId !== userId) throw new AppError('NOT_FOUND', 'There is no such document.')
    const stored = await lockCase(tx, userId, CaseKind.parse(found.kind))
    // Read again under the lock: it may have been replaced.
    const [row = found] = await tx.select().from(documents).where(eq(documents.id, id)).for('update')
    if (row.supersededAt) {
      if (await wasUndone(tx, row)) return inItsPlace(tx, row)
      throw new AppError('INVALID_STATE', 'You have replaced this file with another one.')
    }
    const slot = DocumentSlot.parse(row.slot)
    requireEditable(stored, slot, at)
    if (!stored || (await isSubmitted(tx, stored, row)))
      throw new AppError(
        'INVALID_STATE',
        'You’ve sent this file with your application. Upload another one instead.',
      )
    await tx.update(documents).set({ supersededAt: at }).where(eq(documents.id, id))
    const former = isEvidence(stored.current.kind, slot) ? await putBack(tx, row) : undefined
    if (isEvidence(stored.current.kind, slot)) {
      const command = {
        type: 'replace_evidence',
        actor: { kind: 'user', id: userId },
        key: slot,
        evidence: former?.sha256 ?? null,
        isUndo: true,
      } as const
      await moveCase(tx, stored, command, casePolicyOf(services.config), at, origin)
    }
    await recordEvent(tx, {
      at,
      type: 'document.undone',
      actor: { kind: 'user', id: userId },
      userId,
      caseId: stored.id,
      subject: `document:${id}`,
      before: { id, sha256: row.sha256 },
      after: { slot, ...(former && { id: former.id, sha256: former.sha256 }) },
      origin,
    })
    // It may have been replaced before it was read.
    if (former && services.config.readsDocuments && isLookedAt(former))
      await services.jobs.enqueue(tx, 'read-document', { documentId: former.id })
    return former
  })
}

/** Whether the applicant has submitted the document to reviewers, so that it is a version of what was submitted. */
async function isSubmitted(tx: Db, stored: StoredCase, row: DocumentRow): Promise<boolean> {
  return wasSubmitted(await lastSent(tx, stored), row.createdAt)
}

async function lastSent(db: Db, { id, current }: StoredCase) {
  const [last] = await db
    .select({ submittedAt: caseSubmissions.submittedAt })
    .from(caseSubmissions)
    .where(eq(caseSubmissions.caseId, id))
    .orderBy(desc(caseSubmissions.submittedAt))
    .limit(1)
  return { state: current.state, submittedAt: last?.submittedAt ?? null }
}

/** The current photos of a person whose upload can be undone, among these documents of their own case. */
export async function undoablePhotos(
  db: Db,
  userId: number,
  given: readonly DocumentRow[],
): Promise<DocumentRow[]> {
  const stored = await findCase(db, userId, 'consumer')
  if (!stored) return []
  const sent = await lastSent(db, stored)
  return given.filter(({ mime, createdAt }) => isPhotoToUndo({ mime, uploadedAt: createdAt }, sent))
}

/** Makes the version current again that was replaced at the moment the document was stored. */
async function putBack(tx: Db, row: DocumentRow): Promise<DocumentRow | undefined> {
  const [former] = await tx
    .select()
    .from(documents)
    .where(and(ofItsPlace(row), eq(documents.supersededAt, row.createdAt), ne(documents.id, row.id)))
    .orderBy(desc(documents.createdAt))
    .limit(1)
  if (!former) return undefined
  await tx.update(documents).set({ supersededAt: null }).where(eq(documents.id, former.id))
  return { ...former, supersededAt: null }
}

async function inItsPlace(tx: Db, row: DocumentRow): Promise<DocumentRow | undefined> {
  if (!isEvidence(CaseKind.parse(row.kind), DocumentSlot.parse(row.slot))) return undefined
  const [current] = await tx
    .select()
    .from(documents)
    .where(and(ofItsPlace(row), isNull(documents.supersededAt)))
  return current
}

function ofItsPlace({ userId, kind, slot }: DocumentRow) {
  return and(eq(documents.userId, userId), eq(documents.kind, kind), eq(documents.slot, slot))
}

async function wasUndone(tx: Db, { userId, id }: DocumentRow): Promise<boolean> {
  const { rows } = await selectUndone(tx, [userId, id])
  return rows[0]?.isUndone ?? false
}
