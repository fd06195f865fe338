import { and, eq, ne } from 'drizzle-orm'
import { isVisitorId } from '#server/model/applications/applications.ts'
import { holdRecords } from '#server/model/people/legal-holds.ts'
import { isOnLegalHold } from '#server/model/people/relationships.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { legalHolds } from '#server/model/schema/privacy.ts'
import { isFrozenBy } from '#server/model/screening/freezes.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'

/**
 * Stops every deletion of a person's records until it is lifted (law §3.1); returns its id. Throws NOT_FOUND if
 * there is no such person, DUPLICATE_ENTRY if one is in force, INVALID_STATE for staff's own records.
 */
export async function setLegalHold(
  services: Services,
  act: StaffAct,
  { userId, reason }: { userId: number; reason: string },
): Promise<number> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    // Every deletion locks the person too: a hold is either in time, or reports that it came too late.
    await lockPerson(tx, userId)
    if (userId === act.actor.id)
      throw new AppError('INVALID_STATE', 'Someone else must decide about your own records.')
    if (await isOnLegalHold(tx, userId))
      throw new AppError('DUPLICATE_ENTRY', 'A legal hold is already in force.', {
        fields: { userId: 'A legal hold is already in force' },
      })
    return holdRecords(tx, act, { userId, reason, at })
  })
}

/**
 * Lets the retention periods count again. Throws NOT_FOUND, also for a hold on one's own records, and
 * INVALID_STATE if it was lifted, or a confirmed match freezes the records: that takes two people to release
 * (screening, What a confirmed match does).
 */
export async function liftLegalHold(
  services: Services,
  act: StaffAct,
  id: number,
  reason: string,
): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const [known] = await tx
      .select({ userId: legalHolds.userId })
      .from(legalHolds)
      // No one learns of a hold on their own records: it looks like one that doesn't exist (security R15).
      .where(and(eq(legalHolds.id, id), ne(legalHolds.userId, act.actor.id)))
    if (!known) throw new AppError('NOT_FOUND', 'There is no such legal hold.')
    // Confirming a match takes this lock as well, so it happens before or after this.
    await lockUser(tx, known.userId)
    const [row] = await tx.select().from(legalHolds).where(eq(legalHolds.id, id)).for('update')
    if (!row || row.liftedAt) throw new AppError('INVALID_STATE', 'This legal hold has already been lifted.')
    if (await isFrozenBy(tx, services.config, 'records', row.userId))
      throw new AppError(
        'INVALID_STATE',
        'A confirmed screening match stands. Two people have to let go of it before the hold can be lifted.',
      )
    await tx
      .update(legalHolds)
      .set({ liftedAt: at, liftedBy: act.actor.id, liftReason: reason })
      .where(eq(legalHolds.id, id))
    const { userId } = row
    await recordAct(tx, act, { at, type: 'hold.lifted', userId, subject: `hold:${id}`, note: reason })
  })
}

async function lockPerson(tx: Db, userId: number): Promise<void> {
  if (await isVisitorId(tx, userId)) throw new AppError('NOT_FOUND', 'There is no such user.')
  await lockUser(tx, userId)
}
