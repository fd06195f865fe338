import { and, eq } from 'drizzle-orm'
import { type DocType, type DocumentSlot, documentType } from '#contract/documents/documents.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { isClaimHeld } from '#domain/cases/case-claims.ts'
import { isLegalMove } from '#domain/cases/case-moves.ts'
import { isEditable } from '#domain/cases/case-submission.ts'
import { dateProblem, fitsDocType } from '#domain/cases/document-problems.ts'
import { londonDate, parsePlainDate } from '#domain/plain-date.ts'
import { caseRefusal, closedCase } from '#server/model/cases/case-refusal.ts'
import { findCase, type StoredCase } from '#server/model/cases/cases.ts'
import { currentDocuments } from '#server/model/cases/documents.ts'
import { filesOfCase } from '#server/model/cases/evidence.ts'
import { findKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { drafts } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'

/**
 * Whose evidence a file is if the upload doesn't say: the four slots are a person's own, and an additional
 * document is the company's if they have started giving one.
 */
async function kindOfUpload(db: Db, userId: number, slot: DocumentSlot): Promise<CaseKind> {
  if (documentType(slot).of === 'consumer') return 'consumer'
  if (await findCase(db, userId, 'business')) return 'business'
  const started = await db
    .select({ kind: drafts.kind })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), eq(drafts.kind, 'business')))
  return started.length ? 'business' : 'consumer'
}

/** An announced upload: whose evidence, if stated, and the printed dates. */
interface Announced {
  userId: number
  slot: DocumentSlot
  kind?: CaseKind | undefined
  docType?: DocType | undefined
  issuedOn?: string | undefined
  expiresOn?: string | undefined
}

/**
 * Whose evidence an announced file is. Throws PROFILE_LOCKED or INVALID_STATE if the case accepts none, and
 * VALIDATION_ERROR for dates that rule the document out.
 */
export async function requireWanted(
  db: Db,
  { userId, slot, ...announced }: Announced,
  now: Date,
): Promise<CaseKind> {
  const kind = slot === 'other' && announced.kind ? announced.kind : await kindOfUpload(db, userId, slot)
  const stored = await findCase(db, userId, kind)
  requireEditable(stored, slot, now, await isOtherKind(db, stored, { slot, ...announced }))
  const { issuedOn = null, expiresOn = null } = announced
  requireGoodDates(slot, { issuedOn, expiresOn }, now)
  return kind
}

/**
 * Throws VALIDATION_ERROR at the date for which a reviewer would have to refuse the document, so that its owner
 * learns it now rather than after the review.
 */
export function requireGoodDates(
  slot: DocumentSlot,
  dates: { issuedOn: string | null; expiresOn: string | null },
  now: Date,
): void {
  const read = (text: string | null) => (text === null ? null : parsePlainDate(text))
  const printed = { issuedOn: read(dates.issuedOn), expiresOn: read(dates.expiresOn) }
  const problem = dateProblem(slot, printed, londonDate(now))
  if (problem)
    throw new AppError('VALIDATION_ERROR', problem.message, { fields: { [problem.field]: problem.message } })
}

/** Whether a document is one that a case decides on; people may add others of their own. */
export function isEvidence(kind: CaseKind, slot: DocumentSlot): boolean {
  return documentType(slot).of === kind
}

/** Whether a file for a returned case is a side of another kind of ID than the file in its slot. */
export async function isOtherKind(
  db: Db,
  stored: StoredCase | undefined,
  { slot, docType }: Pick<Announced, 'slot' | 'docType'>,
): Promise<boolean> {
  if (stored?.current.state !== 'needs_resubmission' || !docType) return false
  const rows = await currentDocuments(db, stored.userId, 'consumer')
  const files = filesOfCase(stored.current, rows, await findKycProfile(db, stored.userId))
  return files.some((file) => file.slot === slot && !fitsDocType(file, docType))
}

/**
 * Throws if a case accepts nothing new for this slot from its owner now: verified, finally rejected, owned by a
 * reviewer, or an item already accepted (security R20). Without a case everything is accepted.
 */
export function requireEditable(
  stored: StoredCase | undefined,
  slot: DocumentSlot,
  now: Date,
  isOtherKind = false,
): void {
  if (!stored) return
  const { current, userId } = stored
  const { state } = current
  const actor = { kind: 'user', id: userId } as const
  if (!isLegalMove('replace_evidence', state)) throw closedCase(state, userId)
  if (isEvidence(current.kind, slot) && isClaimHeld(current, now))
    throw caseRefusal({ ok: false, from: state, to: state, why: { code: 'held_by_reviewer' } }, actor)
  const item = current.items.find(({ key }) => key === slot)
  if (item && !isEditable(current, item, isOtherKind)) {
    throw caseRefusal(
      { ok: false, from: state, to: state, why: { code: 'item_read_only', item: slot } },
      actor,
    )
  }
}
