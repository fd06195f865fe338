import { eq } from 'drizzle-orm'
import type { RoleName } from '#contract/roles.ts'
import { type HeldRoles, rolesOf } from '#domain/roles/held-roles.ts'
import { ROLE_PROPOSAL_DAYS, type RoleHolder, type RoleRefusal } from '#domain/roles/role-change.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { unnamed } from '#server/model/people/names.ts'
import { users } from '#server/model/schema/users.ts'
import { lockRoleHolders, type RoleChange, sendRoleNotice, writeRoles } from '#server/model/staff/roles.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/** What a grant of super admin waits for (cases, Deciding). */
export const SECOND_PERSON = `Another super admin must confirm it within ${ROLE_PROPOSAL_DAYS} days.`

/** Who changes a role, and from where. */
export interface RoleAct {
  caller: Caller
  origin: Origin
}

/** What the call of a change answers. */
export interface ChangedRole {
  changed: boolean
  message: string
  user: { id: number; is_admin: boolean; is_super_admin: boolean; roles: RoleName[] }
}

/** Someone's roles after a change, as its call answers. */
export function changedUser(id: number, held: HeldRoles): ChangedRole['user'] {
  return { id, is_admin: held.isAdmin, is_super_admin: held.isSuperAdmin, roles: rolesOf(held) }
}

/** Who acts, as mails and lists call them. */
export function actingPerson({ caller }: RoleAct): { id: number; name: string } {
  return { id: caller.userId, name: caller.name ?? caller.auth0Email ?? unnamed(caller.userId) }
}

interface Pair {
  actor: RoleHolder
  target: RoleHolder
  superAdmins: RoleHolder[]
  /** What the target signs in with. */
  email: string
}

/** Locks who acts, whom it is about and every super admin, as they are then. Throws NOT_FOUND for no one. */
export async function lockPair(
  services: Pick<Services, 'config'>,
  tx: Db,
  { caller }: RoleAct,
  targetId: number,
): Promise<Pair> {
  const holders = await lockRoleHolders(tx, [targetId, caller.userId], services.config.companyDomains)
  const [actor, target] = [caller.userId, targetId].map((id) => holders.find((holder) => holder.id === id))
  const [person] = await tx.select({ email: users.auth0Email }).from(users).where(eq(users.id, targetId))
  if (!actor || !target) throw new AppError('NOT_FOUND', 'There is no such user.')
  const superAdmins = holders.filter(({ isSuperAdmin }) => isSuperAdmin)
  return { actor, target, superAdmins, email: person?.email ?? unnamed(targetId) }
}

/** Writes a change of a locked person’s roles and tells them of it. */
export async function applyRoles(services: Services, tx: Db, change: RoleChange): Promise<void> {
  await writeRoles(tx, change)
  await sendRoleNotice(services, tx, change)
}

/** Where an address belongs to no one who could have a role. */
export function noOneWith(email: string): string {
  return `No one has signed in as ${email} yet. Ask them to sign in once, then try again.`
}

/** Why a role was neither given nor taken, as the answer of a call; `email` is the one it was about. */
export function roleRefusal(refusal: RoleRefusal, email: string): AppError {
  switch (refusal) {
    case 'not_super_admin':
      return new AppError('FORBIDDEN', 'You do not have permission to do this.')
    case 'own_role':
      return new AppError('FORBIDDEN', 'You cannot give yourself a role. Ask another super admin.')
    case 'not_eligible': {
      const sentence = `${email} is not a verified address on a company email domain, so the role would have no effect.`
      return new AppError('VALIDATION_ERROR', sentence, { fields: { email: sentence } })
    }
    case 'last_super_admin': {
      const sentence = 'There must be one super admin. Make someone else a super admin first.'
      return new AppError('INVALID_STATE', sentence, { fields: { email: sentence } })
    }
    default:
      return refusal satisfies never
  }
}
