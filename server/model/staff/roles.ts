import { and, desc, eq, inArray, or } from 'drizzle-orm'
import { type Capability, type RoleName, roleNamed } from '#contract/roles.ts'
import { capabilitiesOf, type HeldRoles, roleHolder, rolesOf } from '#domain/roles/held-roles.ts'
import type { RoleHolder } from '#domain/roles/role-change.ts'
import { isStaff } from '#server/model/access/caller.ts'
import { type RecordedAct, recordEvent } from '#server/model/audit/record-event.ts'
import { mailPerson } from '#server/model/mail/mail-person.ts'
import { giveNotice } from '#server/model/mail/notices.ts'
import { actingName } from '#server/model/people/names.ts'
import { events } from '#server/model/schema/events.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'

/**
 * Locks every super admin and these people until the transaction ends, so that changes of roles follow one
 * another.
 */
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
    roles: row.roles,
    isEligible: isEligible(row, companyDomains),
  }))
}

/** Whether a role has any effect for this person (security R21). */
export function isEligible(
  user: Pick<UserRow, 'auth0Email' | 'emailVerified' | 'disabledAt' | 'suspendedAt'>,
  companyDomains: string[],
): boolean {
  return user.disabledAt === null && user.suspendedAt === null && isStaff(user, companyDomains)
}

/** Whether someone may still do this: their half of a decision that awaits a second person counts only if so. */
export async function stillMay(
  db: Db,
  userId: number,
  capability: Capability,
  companyDomains: string[],
): Promise<boolean> {
  return (await thoseWhoStillMay(db, [userId], capability, companyDomains)).has(userId)
}

/** The same for several people: returns those of them who may. */
export async function thoseWhoStillMay(
  db: Db,
  ids: readonly number[],
  capability: Capability,
  companyDomains: string[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
  const able = rows.filter(
    (row) => isEligible(row, companyDomains) && capabilitiesOf(rolesOf(row)).includes(capability),
  )
  return new Set(able.map(({ id }) => id))
}

/** A change of a person's roles, as an act that is recorded. */
export interface RoleChange extends RecordedAct {
  userId: number
  before: HeldRoles
  after: HeldRoles
}

/** Writes a locked person's roles and records it; they are effective from the next request on (security R9, R24). */
export async function writeRoles(
  tx: Db,
  { userId, before, after, at, actor, origin }: RoleChange,
): Promise<void> {
  const [highestBefore] = rolesOf(before)
  const [highest] = rolesOf(after)
  const isGiven = highest !== undefined && !holds(before, highest)
  const assigned = isGiven
    ? { at, by: (await actingName(tx, actor)) ?? 'System' }
    : await assignmentOf(tx, userId, highest)
  await tx
    .update(users)
    .set({
      isAdmin: after.isAdmin,
      isSuperAdmin: after.isSuperAdmin,
      roles: [...after.roles],
      // About the highest role: it stays the same while further ones come and go.
      ...(highest !== highestBefore && {
        adminRoleAssignedAt: assigned?.at ?? null,
        adminRoleAssignedBy: assigned?.by ?? null,
      }),
    })
    .where(eq(users.id, userId))
  await recordEvent(tx, {
    at,
    type: isLess(after, before) ? 'user.role_removed' : 'user.role_granted',
    actor,
    userId,
    before: recorded(before),
    after: recorded(after),
    origin,
  })
}

/**
 * When a role that someone still has was given, and by whom, according to the ledger; undefined if it doesn't
 * know.
 */
async function assignmentOf(
  tx: Db,
  userId: number,
  role: RoleName | undefined,
): Promise<{ at: Date; by: string } | undefined> {
  if (!role) return undefined
  const grants = await tx
    .select()
    .from(events)
    .where(and(eq(events.userId, userId), eq(events.type, 'user.role_granted')))
    .orderBy(desc(events.id))
  const grant = grants.find(({ before, after }) => !holds(held(before), role) && holds(held(after), role))
  if (!grant) return undefined
  const { at, actorId: id } = grant
  const by = await actingName(tx, id === null ? { kind: 'system' } : { kind: 'staff', id })
  return { at, by: by ?? 'System' }
}

/** Whether a person has a role, or a higher one that includes it: a super admin has been an admin all along. */
function holds(roles: HeldRoles, role: RoleName): boolean {
  return role === 'admin' ? roles.isAdmin || roles.isSuperAdmin : rolesOf(roles).includes(role)
}

/** The roles in an event. */
function held(told: unknown): HeldRoles {
  const { isAdmin = false, isSuperAdmin = false, roles = [] } = (told ?? {}) as Partial<HeldRoles>
  return { isAdmin, isSuperAdmin, roles }
}

/** Tells a person about a change of their role, by notice and email, in the transaction of the change. */
export async function sendRoleNotice(
  services: Services,
  tx: Db,
  { userId, before, after, at, actor, origin }: RoleChange,
): Promise<void> {
  const [had, has] = [rolesOf(before), rolesOf(after)]
  const isLoss = isLess(after, before)
  const role = isLoss ? had.find((name) => !has.includes(name)) : has.find((name) => !had.includes(name))
  if (!role) return
  const left = has[0]
  const by = await actingName(tx, actor)
  const occasion = origin?.requestId ?? at.toISOString()
  await giveNotice(tx, {
    userId,
    title: `You are ${isLoss ? 'no longer' : 'now'} ${roleHolder(role)}`,
    detail: by ? `${by} ${isLoss ? 'removed' : 'gave you'} the role.` : undefined,
    path: isLoss ? '/profile' : '/admin/dashboard',
    key: `role:${occasion}`,
    at,
  })
  const props = { role: roleNamed(role).label, by }
  await mailPerson(services, tx, {
    ...(isLoss
      ? { kind: 'role-removed', props: { ...props, left: left ? roleNamed(left).label : null } }
      : { kind: 'role-granted', props }),
    userId,
    messageKey: `role:${userId}:${occasion}`,
    at,
  })
}

function isLess(after: HeldRoles, before: HeldRoles): boolean {
  if (before.isSuperAdmin && !after.isSuperAdmin) return true
  return (before.isAdmin && !after.isAdmin) || before.roles.some((name) => !after.roles.includes(name))
}

/** The roles in the form their event has. */
function recorded({ isAdmin, isSuperAdmin, roles }: HeldRoles) {
  return { isAdmin, isSuperAdmin, ...(roles.length > 0 && { roles }) }
}
