import { eq } from 'drizzle-orm'
import { type SuspensionRefusal, suspensionRefusal } from '#domain/support/suspension.ts'
import { mailPerson } from '#server/model/mail/mail-person.ts'
import { endRecorded } from '#server/model/people/moved-session.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { requireUser } from '#server/model/people/user-view.ts'
import { users } from '#server/model/schema/users.ts'
import { lockRoleHolders } from '#server/model/staff/roles.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'

type SuspensionChange = 'suspend' | 'restore'

/**
 * Suspends or restores a person: reason, end of all their sessions and mail in one transaction. Repeating it changes
 * nothing. Throws NOT_FOUND, FORBIDDEN where the caller may not, or no longer may, act on this person, and INVALID_STATE
 * for the last super admin and for a closed account.
 */
export async function changeSuspension(
  services: Services,
  act: StaffAct,
  { userId, reason, kind }: { userId: number; reason: string; kind: SuspensionChange },
): Promise<void> {
  const at = services.now()
  await services.database.transaction(async (tx) => {
    await requireUser(tx, userId)
    const holders = await lockRoleHolders(tx, [userId, act.actor.id], services.config.companyDomains)
    // Checked again under the lock: of two who suspend each other at once, only the first succeeds.
    if (!holders.some(({ id, isEligible }) => id === act.actor.id && isEligible))
      throw new AppError('FORBIDDEN', 'Your own account has been suspended or closed.')
    const user = await lockUser(tx, userId)
    if (user.disabledAt) throw new AppError('INVALID_STATE', 'This account is closed.')
    const holder = (id: number) => ({
      id,
      isSuperAdmin: holders.find((holder) => holder.id === id)?.isSuperAdmin ?? false,
    })
    const acting = holders.filter(({ isSuperAdmin, isEligible }) => isSuperAdmin && isEligible)
    const refusal = suspensionRefusal(
      kind,
      holder(act.actor.id),
      holder(userId),
      acting.map(({ id }) => id),
    )
    if (refusal) throw refusalOf(refusal, kind)
    const isSuspended = user.suspendedAt !== null
    if (isSuspended === (kind === 'suspend')) return
    await tx
      .update(users)
      .set(
        kind === 'suspend'
          ? { suspendedAt: at, suspendedBy: act.actor.id, suspensionReason: reason }
          : { suspendedAt: null, suspendedBy: null, suspensionReason: null },
      )
      .where(eq(users.id, userId))
    await recordAct(tx, act, {
      at,
      type: kind === 'suspend' ? 'user.suspended' : 'user.restored',
      userId,
      subject: `user:${userId}`,
      note: reason,
    })
    if (kind === 'suspend') await endRecorded(tx, { at, ...act }, userId)
    await mailPerson(services, tx, {
      kind: kind === 'suspend' ? 'account-suspended' : 'account-restored',
      props: {},
      userId,
      messageKey: `${kind}:${userId}:${at.toISOString()}`,
      at,
    })
  })
}

function refusalOf(refusal: SuspensionRefusal, kind: SuspensionChange): AppError {
  switch (refusal) {
    case 'own_account':
      return new AppError('FORBIDDEN', `You can’t ${kind} your own account. Ask another administrator.`)
    case 'super_admin_only':
      return new AppError('FORBIDDEN', `Only a super admin can ${kind} a super admin.`)
    case 'last_super_admin':
      return new AppError('INVALID_STATE', 'There must be one super admin who can sign in.')
    default:
      return refusal satisfies never
  }
}
