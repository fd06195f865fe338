import { eq } from 'drizzle-orm'
import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import { documentType } from '#contract/documents/documents.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { claimProblem } from '#domain/cases/case-claims.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { londonDate } from '#domain/plain-date.ts'
import { sureDate } from '#domain/reading/sure-date.ts'
import { type Caller, mayCall } from '#server/model/access/caller.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { caseRefusal, nameRefusal } from '#server/model/cases/case-refusal.ts'
import { lockCase, moveCase, type StoredCase } from '#server/model/cases/cases.ts'
import { findReading } from '#server/model/documents/document-readings.ts'
import { compareWithOtherSide, withContradictions } from '#server/model/documents/other-side.ts'
import { requireNotErased } from '#server/model/people/erased-people.ts'
import { type DocumentRow, documents } from '#server/model/schema/documents.ts'
import { actingStaff } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { isEvidence, requireEditable, requireGoodDates } from './upload-policy.ts'

interface Dates {
  issuedOn: string | null
  expiresOn: string | null
  noIssueDate: boolean
  noExpiryDate: boolean
}

interface GivenDates extends Dates {
  /** Whether a reviewer accepted them as a machine has read them. */
  isAsRead: boolean
}

/**
 * Stores the dates printed on a document: entered by its owner until the case is decided, or entered or
 * confirmed by a reviewer, who may enter dates that rule it out. Throws FORBIDDEN for staff who don't work on
 * cases, PROFILE_LOCKED for a verified owner, INVALID_STATE for an accepted item, for a reviewer while another
 * one owns the case or its person was erased, and for a former version, which stays as it was decided. From its owner a date that rules
 * the document out, and "no date", is a VALIDATION_ERROR; so is a date "as read" that was not read surely.
 */
export async function setDates(
  services: Services,
  caller: Caller,
  row: DocumentRow,
  { isAsRead, ...dates }: GivenDates,
  origin: Origin,
): Promise<DocumentRow> {
  const at = services.now()
  const isOwner = row.userId === caller.userId
  // Not everyone who may read others' documents works on their cases.
  if (!isOwner && !mayCall('cases.work', caller, services.config.companyDomains))
    throw new AppError('FORBIDDEN', 'You do not have permission to do this.')
  if (isOwner && (dates.noIssueDate || dates.noExpiryDate || isAsRead))
    throw new AppError('VALIDATION_ERROR', 'Enter the dates on the document, or leave them empty.')
  if (isOwner) requireGoodDates(DocumentSlot.parse(row.slot), dates, at)
  return services.database.transaction(async (tx) => {
    const stored = await lockCase(tx, row.userId, CaseKind.parse(row.kind))
    const [former] = await tx.select().from(documents).where(eq(documents.id, row.id))
    if (former?.supersededAt)
      throw new AppError('INVALID_STATE', 'This file has been replaced, so its dates weren’t changed.')
    if (isOwner) await requireOwnersTurn(services, tx, stored, row, at, origin)
    else {
      await requireNotErased(tx, row.userId)
      await requireUnheld(tx, stored, caller, at)
      if (isAsRead) await requireRead(tx, row, dates, at)
    }
    const [changed] = await tx.update(documents).set(dates).where(eq(documents.id, row.id)).returning()
    if (!changed) throw new Error('The document was just read')
    await recordEvent(tx, {
      at,
      type: 'document.dates_set',
      actor: { kind: isOwner ? 'user' : 'staff', id: caller.userId },
      userId: row.userId,
      caseId: stored?.id,
      subject: `document:${row.id}`,
      before: former && datesOf(former),
      after: { ...datesOf(changed), ...(isAsRead && { isAsRead }) },
      origin,
    })
    return changed
  })
}

/** Throws INVALID_STATE, with the name, if another reviewer owns the case: they decide by the dates they read. */
async function requireUnheld(
  tx: Db,
  stored: StoredCase | undefined,
  caller: Caller,
  at: Date,
): Promise<void> {
  const actor = actingStaff(caller)
  const why = stored ? claimProblem(stored.current, caller.userId, at) : null
  if (!stored || !why) return
  const { state } = stored.current
  throw await nameRefusal(tx, caseRefusal({ ok: false, from: state, to: state, why }, actor))
}

/** Throws VALIDATION_ERROR unless the date was read so surely that it is accepted with its line. */
async function requireRead(tx: Db, row: DocumentRow, dates: Dates, at: Date): Promise<void> {
  const slot = DocumentSlot.parse(row.slot)
  const { date } = documentType(slot)
  const reading = await findReading(tx, row.id)
  const values = reading ? withContradictions(reading, await compareWithOtherSide(tx, row, reading)) : []
  const read = sureDate(slot, values, londonDate(at))
  if (!date || read === null || dates[date] !== read)
    throw new AppError('VALIDATION_ERROR', 'Compare the date with the document, then save it.')
}

/** A row's dates, for its event. */
function datesOf({ issuedOn, expiresOn, noIssueDate, noExpiryDate }: Dates): Partial<Dates> {
  return { issuedOn, expiresOn, ...(noIssueDate && { noIssueDate }), ...(noExpiryDate && { noExpiryDate }) }
}

/**
 * Throws if the owner may no longer change this document. While reviewers have the case, changed dates are new
 * evidence: the item becomes undecided and the version increases, so that no one approves dates they haven't
 * seen.
 */
async function requireOwnersTurn(
  services: Services,
  tx: Db,
  stored: StoredCase | undefined,
  row: DocumentRow,
  at: Date,
  origin: Origin,
): Promise<void> {
  const slot = DocumentSlot.parse(row.slot)
  requireEditable(stored, slot, at)
  if (!stored || !isEvidence(stored.current.kind, slot)) return
  // No one extends their own document: a reviewer must see a date entered to confirm an approval.
  const isConfirming = stored.current.state === 'reverification_due'
  if (!isWithUs(stored.current.state) && !isConfirming) return
  const actor = { kind: 'user', id: row.userId } as const
  const command = { type: 'replace_evidence', actor, key: slot, evidence: row.sha256 } as const
  await moveCase(tx, stored, command, casePolicyOf(services.config), at, origin)
}
