import { and, asc, eq } from 'drizzle-orm'
import { erasurePlan } from '#domain/privacy/retention.ts'
import { hasRole } from '#domain/roles/held-roles.ts'
import { mailPerson } from '#server/model/mail/mail-person.ts'
import { closeNotices, giveNotice } from '#server/model/mail/notices.ts'
import { writeErasureNote } from '#server/model/people/erasure-notes.ts'
import { isOnLegalHold, relationshipOf } from '#server/model/people/relationships.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { cases } from '#server/model/schema/cases.ts'
import { complaints, type ErasureRequestRow, erasureRequests } from '#server/model/schema/privacy.ts'
import { recordAct, requireOther, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { eraseAccount } from './erase-account.ts'
import { referenceOf } from './request-lists.ts'

/**
 * Erases what may be erased and keeps what the law requires, in one transaction with the tombstone, the event
 * and the last email (security R58); files are deleted afterwards, by the sweep after a crash. Throws
 * NOT_FOUND, FORBIDDEN for one's own, and INVALID_STATE for a request that isn't open, a person on a legal hold, one with an open
 * complaint, and one who has been given a staff role since.
 */
export async function carryOutErasure(services: Services, act: StaffAct, id: number): Promise<void> {
  const at = services.now()
  const { keys, userId: erasedId } = await services.database.transaction(async (tx) => {
    const { userId } = await lockRequest(tx, id, act)
    if (await isOnLegalHold(tx, userId))
      throw new AppError('INVALID_STATE', 'A legal hold stops us deleting this person’s records.')
    const user = await lockUser(tx, userId)
    // Only a super admin removes roles, and the last super admin's never (security R22).
    if (hasRole(user))
      throw new AppError(
        'INVALID_STATE',
        'This person has a role on our staff now. A super admin must remove it first.',
      )
    await requireAnswered(tx, userId)
    const plan = erasurePlan(
      await relationshipOf(tx, userId),
      { at },
      services.config.retention,
      services.config.dateStyle,
    )
    await tx
      .update(erasureRequests)
      .set({ state: 'carried_out', decidedAt: at, decidedBy: act.actor.id, plan })
      .where(eq(erasureRequests.id, id))
    await closeNotices(tx, `erasure:${id}`, at)
    const erased = await eraseAccount(services, tx, user, { plan, isAsked: true, origin: act.origin })
    await recordAct(tx, act, {
      at,
      type: 'erasure.carried_out',
      userId,
      subject: `erasure:${id}`,
      after: { removed: erased.removed, retainUntil: erased.retainUntil },
    })
    return { keys: erased.keys, userId }
  })
  // Noted first: a backup restored in a moment must know about it already.
  await writeErasureNote(services, erasedId).catch((error: unknown) =>
    services.log.error(
      { err: error },
      'An erasure could not be noted beside the files; the next night does it',
    ),
  )
  for (const key of keys) await services.files.remove(key)
}

/** Answering a complaint needs the address that an erasure deletes. */
async function requireAnswered(tx: Db, userId: number): Promise<void> {
  const [open] = await tx
    .select()
    .from(complaints)
    .where(and(eq(complaints.userId, userId), eq(complaints.state, 'open')))
    .orderBy(asc(complaints.id))
    .limit(1)
  if (open)
    throw new AppError(
      'INVALID_STATE',
      `Answer complaint ${referenceOf(open)} first: we email the answer to an address that is deleted with the account.`,
    )
}

/**
 * Refuses a request; the person reads why. Throws NOT_FOUND, FORBIDDEN for one's own, and INVALID_STATE for a
 * request that isn't open.
 */
export async function refuseErasure(
  services: Services,
  act: StaffAct,
  id: number,
  answer: string,
): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const { userId } = await lockRequest(tx, id, act)
    await tx
      .update(erasureRequests)
      .set({ state: 'refused', decidedAt: at, decidedBy: act.actor.id, answer })
      .where(eq(erasureRequests.id, id))
    const key = `erasure:${id}:refused`
    await closeNotices(tx, `erasure:${id}`, at)
    await recordAct(tx, act, { at, type: 'erasure.refused', userId, subject: `erasure:${id}`, note: answer })
    await giveNotice(tx, {
      title: 'We can’t delete your data now',
      detail: 'See why, and how to complain.',
      path: '/profile/privacy',
      userId,
      key,
      at,
    })
    await mailPerson(services, tx, {
      kind: 'erasure-refused',
      props: { answer },
      userId,
      messageKey: key,
      at,
    })
  })
}

/** Locks an open request with the person's cases, in the same order as submitting. */
async function lockRequest(tx: Db, id: number, act: StaffAct): Promise<ErasureRequestRow> {
  const [found] = await tx.select().from(erasureRequests).where(eq(erasureRequests.id, id))
  if (!found) throw new AppError('NOT_FOUND', 'There is no such request.')
  requireOther(act, found.userId)
  await tx.select({ id: cases.id }).from(cases).where(eq(cases.userId, found.userId)).for('update')
  const [row] = await tx.select().from(erasureRequests).where(eq(erasureRequests.id, id)).for('update')
  if (row?.state !== 'requested')
    throw new AppError('INVALID_STATE', 'This request has already been answered or was cancelled.')
  return row
}
