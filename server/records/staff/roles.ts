import { eq, inArray, or } from 'drizzle-orm'
import { type AdminRole, ROLE_LABELS } from '#contract/admin-roles.ts'
import type { RoleHolder, Roles } from '#domain/roles/role-change.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type UserRow, users } from '#server/platform/database/schema/users.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import { isStaff } from '#server/platform/sessions/caller.ts'
import { mailPerson } from '#server/records/mail/mail-person.ts'
import { giveNotice } from '#server/records/mail/notices.ts'
import type { Services } from '#server/services.ts'

/** Locks every super admin and these people until the transaction ends, so that one change of roles follows the other. */
export async function lockRoleHolders(
  tx: Db,
  ids: readonly number[],
  companyDomains: string[],
): Promise<RoleHolder[]> {
  const rows = await tx
    .select()
    .from(users)
    .where(or(eq(users.isSuperAdmin, true), inArray(users.id, [...ids])))
    .orderBy(users.id)
    .for('update')
  return rows.map((row) => ({
    id: row.id,
    isAdmin: row.isAdmin,
    isSuperAdmin: row.isSuperAdmin,
    isEligible: isEligible(row, companyDomains),
  }))
}

/** Whether a role has any effect in the hands of this person (security R21). */
export function isEligible(
  user: Pick<UserRow, 'auth0Email' | 'emailVerified' | 'disabledAt' | 'suspendedAt'>,
  companyDomains: string[],
): boolean {
  return user.disabledAt === null && user.suspendedAt === null && isStaff(user, companyDomains)
}

/** The highest role of a person; undefined where there is none. */
export function roleOf({ isAdmin, isSuperAdmin }: Roles): AdminRole | undefined {
  return isSuperAdmin ? 'super_admin' : isAdmin ? 'admin' : undefined
}

export interface RoleChange {
  userId: number
  before: Roles
  after: Roles
  at: Date
  /** Who changes it; no one where the command line does. */
  by?: { id: number; name: string }
  origin?: Origin
}

/** Writes the roles of a locked person and records it; from the next request on they count (security R9, R24). */
export async function writeRoles(
  tx: Db,
  { userId, before, after, at, by, origin }: RoleChange,
): Promise<void> {
  const role = roleOf(after)
  await tx
    .update(users)
    .set({
      ...after,
      adminRoleAssignedAt: role ? at : null,
      adminRoleAssignedBy: role ? (by?.name ?? 'System') : null,
    })
    .where(eq(users.id, userId))
  await recordEvent(tx, {
    at,
    type: isLess(after, before) ? 'user.role_removed' : 'user.role_granted',
    actor: by ? { kind: 'staff', id: by.id } : { kind: 'system' },
    userId,
    before: { isAdmin: before.isAdmin, isSuperAdmin: before.isSuperAdmin },
    after: { isAdmin: after.isAdmin, isSuperAdmin: after.isSuperAdmin },
    origin,
  })
}

/** Tells a person what became of their role, by a notice and a mail, in the transaction of the change. */
export async function sendRoleNotice(
  services: Services,
  tx: Db,
  { userId, before, after, at, by, origin }: RoleChange,
): Promise<void> {
  const [had, has] = [roleOf(before), roleOf(after)]
  const isLoss = isLess(after, before)
  const role = isLoss ? had : has
  if (!role) return
  const occasion = origin?.requestId ?? at.toISOString()
  await giveNotice(tx, {
    userId,
    title: `You are ${isLoss ? 'no longer' : 'now'} ${role === 'admin' ? 'an' : 'a'} ${ROLE_LABELS[role]}`,
    detail: by ? `${by.name} ${isLoss ? 'removed' : 'gave you'} the role.` : undefined,
    path: isLoss ? '/profile' : '/admin/dashboard',
    key: `role:${occasion}`,
    at,
  })
  const props = { role: ROLE_LABELS[role], by: by?.name ?? null }
  await mailPerson(services, tx, {
    ...(isLoss
      ? { kind: 'role-removed', props: { ...props, left: has ? ROLE_LABELS[has] : null } }
      : { kind: 'role-granted', props }),
    userId,
    messageKey: `role:${userId}:${occasion}`,
    at,
  })
}

function isLess(after: Roles, before: Roles): boolean {
  return (before.isSuperAdmin && !after.isSuperAdmin) || (before.isAdmin && !after.isAdmin)
}
