import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { EMAIL_IN_USE } from '#contract/account/account.ts'
import {
  type AccountChange,
  CHANGE_LABELS,
  ChangeField,
  type ProposedChange,
} from '#contract/directory/support.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { readPhone } from '#domain/phone.ts'
import { mayAct } from '#domain/roles/acting-user.ts'
import { lockCase } from '#server/model/cases/cases.ts'
import { findKycProfile } from '#server/model/cases/kyc-profiles.ts'
import { closeNotices, giveNotice, tellStaffWhoMay } from '#server/model/mail/notices.ts'
import { actingName, namesOf, unnamed } from '#server/model/people/names.ts'
import {
  changeTask,
  type FieldValue,
  openChange,
  valuesToStore,
  writtenValue,
} from '#server/model/people/stored-changes.ts'
import { isAddressTaken } from '#server/model/people/system-email.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { requireUser } from '#server/model/people/user-view.ts'
import { documents } from '#server/model/schema/documents.ts'
import { type AccountChangeRow, accountChanges, type UserRow } from '#server/model/schema/users.ts'
import { stillMay } from '#server/model/staff/roles.ts'
import { recordAct, requireOther, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { violatedConstraint } from '#server/platform/database/database-faults.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { applyChange, detailOf, sameValue, wantedValue } from './apply-change.ts'

/** The reader of a change, which includes what they may answer. */
export interface ChangeReader {
  id: number
  /** Whether they may answer others' proposals. */
  mayDecide: boolean
}

function readerOf({ actor }: StaffAct): ChangeReader {
  return { id: actor.id, mayDecide: mayAct(actor, 'changes.decide') }
}

/**
 * Proposes a change of a person's details on their behalf; it takes effect only when someone else confirms it.
 * The same proposal again returns the first. Throws VALIDATION_ERROR for an invalid phone number, NOT_FOUND,
 * FORBIDDEN for one's own account or an admin acting on a super admin, INVALID_STATE if there is nothing to
 * change, DUPLICATE_ENTRY if a change of the same detail is waiting already or the address is someone else's.
 */
export async function proposeChange(
  services: Services,
  act: StaffAct,
  userId: number,
  wish: ProposedChange,
): Promise<void> {
  requireNumber(wish)
  const at = services.now()
  await services.database.transaction(async (tx) => {
    await requireUser(tx, userId)
    const user = await lockUser(tx, userId)
    requireActOn(user, act)
    const before = detailOf(wish.field, user, await findKycProfile(tx, userId))
    if (before === null)
      throw new AppError(
        'INVALID_STATE',
        `This person has not given us this yet, so there is nothing to change: ${CHANGE_LABELS[wish.field]}.`,
      )
    const after = wantedValue(wish)
    if (sameValue(before, after)) throw new AppError('INVALID_STATE', 'It reads so already.')
    if (await isProposed(tx, act, userId, wish, after)) return
    if (wish.field === 'email') await requireFreeAddress(tx, user, wish.email)
    await requireTheirDocument(tx, userId, wish.documentId)
    const proposed = { userId, field: wish.field, proposedAt: at }
    const [row] = await tx
      .insert(accountChanges)
      .values({
        ...proposed,
        ...(await valuesToStore(tx, proposed, { before, after })),
        state: 'open',
        reason: wish.reason,
        evidence: wish.evidence,
        documentId: wish.documentId ?? null,
        proposedBy: act.actor.id,
      })
      .returning()
      .catch((error: unknown) => {
        if (violatedConstraint(error) !== 'account_changes_open') throw error
        throw new AppError('DUPLICATE_ENTRY', 'A change to this is already waiting for a second person.')
      })
    if (!row) throw new Error('An insert answers with its row')
    await recordAct(tx, act, {
      at,
      type: 'user.change_proposed',
      userId,
      subject: changeTask(row.id),
      after: { field: wish.field },
      note: wish.reason,
    })
    const who = await actingName(tx, act.actor)
    await tellStaffWhoMay(
      tx,
      'changes.decide',
      {
        title: `${who} proposed to change the ${CHANGE_LABELS[wish.field].toLowerCase()} of {about}`,
        detail: 'A second person must confirm it.',
        path: supportPath(userId),
        key: changeTask(row.id),
        about: { userId },
        urgent: { task: changeTask(row.id) },
        at,
      },
      [act.actor.id],
    )
  })
}

/**
 * Confirms or declines a proposed change. Its proposer may decline (withdraw) it but never confirm it; the
 * person it is about may do neither. The same answer by the same person again changes nothing. Throws
 * NOT_FOUND, FORBIDDEN, and INVALID_STATE if it was answered already, or the detail has changed since.
 */
export async function answerChange(
  services: Services,
  act: StaffAct,
  { id, isConfirmed, note }: { id: number; isConfirmed: boolean; note: string | undefined },
): Promise<AccountChange> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const [seen] = await tx.select().from(accountChanges).where(eq(accountChanges.id, id))
    if (!seen) throw new AppError('NOT_FOUND', 'There is no such change.')
    // The case before the person, as when submitting.
    const stored = await lockCase(tx, seen.userId, 'consumer')
    const user = await lockUser(tx, seen.userId)
    const [row] = await tx.select().from(accountChanges).where(eq(accountChanges.id, id)).for('update')
    const wanted = isConfirmed ? 'confirmed' : 'declined'
    if (row?.state === wanted && row.decidedBy === act.actor.id) return presentOne(tx, row, readerOf(act))
    if (row?.state !== 'open') throw new AppError('INVALID_STATE', 'This change has its answer already.')
    requireActOn(user, act)
    if (row.proposedBy !== act.actor.id && !readerOf(act).mayDecide)
      throw new AppError('FORBIDDEN', 'You can only withdraw your own proposal.')
    if (isConfirmed && row.proposedBy === act.actor.id)
      throw new AppError('FORBIDDEN', 'A second person must confirm this change.')
    const field = ChangeField.parse(row.field)
    if (isConfirmed) {
      if (!(await stillMay(tx, row.proposedBy, 'changes.propose', services.config.companyDomains)))
        throw new AppError(
          'INVALID_STATE',
          'The person who proposed this may no longer do so. Decline it, and propose it yourself.',
        )
      const current = detailOf(field, user, await findKycProfile(tx, user.id))
      const change = openChange(tx, row)
      if (current === null || !sameValue(current, change.before))
        throw new AppError(
          'INVALID_STATE',
          'It has changed since this was proposed. Decline this and propose it again.',
        )
      await applyChange(services, tx, act, { user, stored, field, row: change })
    }
    const [decided] = await tx
      .update(accountChanges)
      .set({
        state: wanted,
        decidedBy: act.actor.id,
        decidedAt: at,
        note: note || null,
      })
      .where(eq(accountChanges.id, id))
      .returning()
    if (!decided) throw new Error('The row is locked')
    await recordAct(tx, act, {
      at,
      type: isConfirmed ? 'user.change_confirmed' : 'user.change_declined',
      userId: user.id,
      caseId: stored?.id,
      subject: changeTask(id),
      after: { field },
      note,
    })
    await closeNotices(tx, changeTask(id), at)
    if (row.proposedBy !== act.actor.id)
      await giveNotice(tx, {
        userId: row.proposedBy,
        title: `${await actingName(tx, act.actor)} ${isConfirmed ? 'confirmed' : 'declined'} your change of details of {about}`,
        detail: note || undefined,
        path: supportPath(user.id),
        key: `${changeTask(id)}:answered`,
        about: { userId: user.id },
        at,
      })
    return presentOne(tx, decided, readerOf(act))
  })
}

/** Changes that await a second person, oldest first. */
export async function waitingChanges(db: Db, reader: ChangeReader): Promise<AccountChange[]> {
  const rows = await db
    .select()
    .from(accountChanges)
    .where(eq(accountChanges.state, 'open'))
    .orderBy(asc(accountChanges.id))
    .limit(100)
  return present(db, rows, reader)
}

/** The changes of one person's details, newest first. */
export async function changesOf(db: Db, userId: number, reader: ChangeReader): Promise<AccountChange[]> {
  const rows = await db
    .select()
    .from(accountChanges)
    .where(eq(accountChanges.userId, userId))
    .orderBy(desc(accountChanges.id))
    .limit(50)
  return present(db, rows, reader)
}

async function presentOne(db: Db, row: AccountChangeRow, reader: ChangeReader): Promise<AccountChange> {
  const [presented] = await present(db, [row], reader)
  if (!presented) throw new Error('One row gives one')
  return presented
}

async function present(
  db: Db,
  rows: readonly AccountChangeRow[],
  reader: ChangeReader,
): Promise<AccountChange[]> {
  const ids = rows.flatMap((row) => [row.userId, row.proposedBy, row.decidedBy ?? row.proposedBy])
  const names = await namesOf(db, [...new Set(ids)])
  const called = (id: number) => names.get(id) ?? unnamed(id)
  const attached = rows.flatMap(({ documentId }) => documentId ?? [])
  const found = await db
    .select({ id: documents.id, kind: documents.kind })
    .from(documents)
    .where(inArray(documents.id, attached))
  const kinds = new Map(found.map(({ id, kind }) => [id, CaseKind.parse(kind)]))
  return rows
    .map((stored) => openChange(db, stored))
    .map((row) => ({
      id: row.id,
      userId: row.userId,
      person: called(row.userId),
      field: ChangeField.parse(row.field),
      state: row.state as AccountChange['state'],
      before: writtenValue(row.before),
      after: writtenValue(row.after),
      reason: row.reason,
      evidence: row.evidence,
      documentId: row.documentId,
      documentKind: kinds.get(row.documentId ?? '') ?? null,
      proposedBy: called(row.proposedBy),
      proposedAt: row.proposedAt.toISOString(),
      decidedBy: row.decidedBy === null ? null : called(row.decidedBy),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      note: row.note,
      mayConfirm:
        reader.mayDecide && row.state === 'open' && row.proposedBy !== reader.id && row.userId !== reader.id,
      mayDecline: row.state === 'open' && (reader.mayDecide || row.proposedBy === reader.id),
    }))
}

function requireActOn(user: UserRow, act: StaffAct): void {
  requireOther(act, user.id)
  // Only super admins may change roles.
  if (user.isSuperAdmin && !mayAct(act.actor, 'roles.change'))
    throw new AppError('FORBIDDEN', 'Only a super admin can change the details of a super admin.')
  if (user.disabledAt) throw new AppError('INVALID_STATE', 'This account is closed.')
}

/** Whether the same person has already proposed the same, as when a client sends it twice. */
async function isProposed(
  tx: Db,
  { actor }: StaffAct,
  userId: number,
  wish: ProposedChange,
  after: FieldValue,
): Promise<boolean> {
  const [open] = await tx
    .select()
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.userId, userId),
        eq(accountChanges.field, wish.field),
        eq(accountChanges.state, 'open'),
      ),
    )
  return (
    open?.proposedBy === actor.id &&
    open.reason === wish.reason &&
    sameValue(openChange(tx, open).after, after)
  )
}

async function requireFreeAddress(tx: Db, user: UserRow, email: string): Promise<void> {
  if (await isAddressTaken(tx, user, email))
    throw new AppError('DUPLICATE_ENTRY', EMAIL_IN_USE, { fields: { email: EMAIL_IN_USE } })
}

async function requireTheirDocument(tx: Db, userId: number, id: string | undefined): Promise<void> {
  if (id === undefined) return
  const [found] = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.id, id), eq(documents.userId, userId)))
  if (!found)
    throw new AppError('VALIDATION_ERROR', 'This document is not one of this person’s.', {
      fields: { documentId: 'Not one of this person’s documents' },
    })
}

function supportPath(userId: number): string {
  return `/admin/users/${userId}?tab=support`
}

function requireNumber(wish: ProposedChange): void {
  const phone = wish.field === 'phone' ? readPhone(wish.phone) : undefined
  if (phone && !phone.ok)
    throw new AppError('VALIDATION_ERROR', phone.message, { fields: { phone: phone.message } })
}
