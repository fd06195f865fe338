import { desc, eq } from 'drizzle-orm'
import { erasurePlan } from '#domain/privacy/retention.ts'
import { hasRole } from '#domain/roles/held-roles.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { mailPerson } from '#server/model/mail/mail-person.ts'
import { closeNotices, tellStaffWhoMay } from '#server/model/mail/notices.ts'
import { isOpenErasureOf } from '#server/model/people/open-erasure.ts'
import { relationshipOf } from '#server/model/people/relationships.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { type ErasureRequestRow, erasureRequests } from '#server/model/schema/privacy.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { answerDueAt, expectedEnd } from './erasure-end.ts'

/**
 * Stores a person's request to erase everything, tells administrators and confirms it by email (security R58).
 * The same request again is the same request. Throws INVALID_STATE for someone with a staff role, which must
 * be removed first.
 */
export async function requestErasure(
  services: Services,
  userId: number,
  { reason, origin }: { reason: string | undefined; origin: Origin },
): Promise<ErasureRequestRow> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (hasRole(user))
      throw new AppError(
        'INVALID_STATE',
        'You have a role on our staff. Ask a super admin to remove it first.',
      )
    const [made] = await tx
      .insert(erasureRequests)
      .values({
        userId,
        state: 'requested',
        reason: reason || null,
        requestedAt: at,
        dueAt: answerDueAt(at),
      })
      .onConflictDoNothing()
      .returning()
    if (!made) return openRequest(await tx.select().from(erasureRequests).where(isOpenErasureOf(userId)))
    const key = `erasure:${made.id}`
    await recordEvent(tx, {
      at,
      type: 'erasure.requested',
      actor: { kind: 'user', id: userId },
      userId,
      subject: key,
      origin,
    })
    await tellStaffWhoMay(tx, 'privacy.decide', {
      title: '{about} asked us to delete their data',
      path: '/admin/privacy',
      key,
      about: { userId },
      urgent: { task: key },
      at,
    })
    const plan = erasurePlan(
      await relationshipOf(tx, userId),
      expectedEnd(made, at),
      services.config.retention,
      services.config.dateStyle,
    )
    await mailPerson(services, tx, {
      kind: 'erasure-requested',
      props: { dueAt: made.dueAt, plan },
      userId,
      messageKey: key,
      at,
    })
    return made
  })
}

/**
 * Withdraws a person's open request and confirms it by email. Idempotent. Throws NOT_FOUND if none is open and
 * the last one wasn't withdrawn.
 */
export async function withdrawErasure(services: Services, userId: number, origin: Origin): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    const [taken] = await tx
      .update(erasureRequests)
      .set({ state: 'withdrawn', decidedAt: at })
      .where(isOpenErasureOf(userId))
      .returning({ id: erasureRequests.id })
    if (!taken) {
      if (await isLastWithdrawn(tx, userId)) return
      throw new AppError('NOT_FOUND', 'There is no open request to cancel.')
    }
    const key = `erasure:${taken.id}`
    await closeNotices(tx, key, at)
    await recordEvent(tx, {
      at,
      type: 'erasure.withdrawn',
      actor: { kind: 'user', id: userId },
      userId,
      subject: key,
      origin,
    })
    await mailPerson(services, tx, {
      kind: 'erasure-cancelled',
      props: {},
      userId,
      messageKey: `${key}:cancelled`,
      at,
    })
  })
}

async function isLastWithdrawn(tx: Db, userId: number): Promise<boolean> {
  const [last] = await tx
    .select({ state: erasureRequests.state })
    .from(erasureRequests)
    .where(eq(erasureRequests.userId, userId))
    .orderBy(desc(erasureRequests.id))
    .limit(1)
  return last?.state === 'withdrawn'
}

function openRequest([row]: ErasureRequestRow[]): ErasureRequestRow {
  if (!row) throw new Error('The person is locked, and a request that is open stays so')
  return row
}
