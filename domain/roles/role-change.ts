import type { RoleName } from '#contract/roles.ts'
import type { HeldRoles } from './held-roles.ts'

/** A person whose role is granted, removed or used. */
export interface RoleHolder extends HeldRoles {
  id: number
  /** Whether a role has any effect: not disabled, with a verified email on a company domain (security R21). */
  isEligible: boolean
}

/** Why a role is neither granted nor removed. */
export type RoleRefusal = 'not_super_admin' | 'own_role' | 'not_eligible' | 'last_super_admin'

/** The roles after a change, identical if nothing changes; or why it is refused. */
export type RoleOutcome =
  | { ok: true; roles: HeldRoles; isChange: boolean }
  | { ok: false; refusal: RoleRefusal }

/**
 * Grants a role: only by a super admin, never to oneself, only if it has an effect (security R22). Other
 * roles stay.
 */
export function promotion(role: RoleName, actor: RoleHolder, target: RoleHolder): RoleOutcome {
  if (!isActing(actor)) return refused('not_super_admin')
  if (actor.id === target.id) return refused('own_role')
  if (!target.isEligible) return refused('not_eligible')
  const { isSuperAdmin, roles } = target
  if (role === 'super_admin') return outcome(target, { isAdmin: true, isSuperAdmin: true, roles })
  if (role === 'admin') return outcome(target, { isAdmin: true, isSuperAdmin, roles })
  return outcome(target, { ...target, roles: [...roles.filter((held) => held !== role), role] })
}

/**
 * Removes a role: only by a super admin, including one's own, and never super admin from the last one for whom it has
 * an effect. `superAdmins` are all there are (security R22).
 */
export function demotion(
  role: RoleName,
  actor: RoleHolder,
  target: RoleHolder,
  superAdmins: readonly RoleHolder[],
): RoleOutcome {
  if (!isActing(actor)) return refused('not_super_admin')
  if (role !== 'admin' && role !== 'super_admin')
    return outcome(target, { ...target, roles: target.roles.filter((held) => held !== role) })
  const roles = {
    isAdmin: role === 'super_admin' && (target.isAdmin || target.isSuperAdmin),
    isSuperAdmin: false,
    roles: target.roles,
  }
  const remains = superAdmins.some((superAdmin) => superAdmin.id !== target.id && isActing(superAdmin))
  if (target.isSuperAdmin && !remains) return refused('last_super_admin')
  return outcome(target, roles)
}

/** Whether a super admin's role has an effect now. */
export function isActing(person: RoleHolder): boolean {
  return person.isSuperAdmin && person.isEligible
}

function outcome(target: RoleHolder, { isAdmin, isSuperAdmin, roles }: HeldRoles): RoleOutcome {
  const isChange =
    target.isAdmin !== isAdmin || target.isSuperAdmin !== isSuperAdmin || target.roles.length !== roles.length
  return { ok: true, roles: { isAdmin, isSuperAdmin, roles }, isChange }
}

function refused(refusal: RoleRefusal): RoleOutcome {
  return { ok: false, refusal }
}

/** Days for which a proposed super admin waits for a second one to agree. */
export const ROLE_PROPOSAL_DAYS = 7

/** The outcome when a super admin wants to make someone another one. */
type SecondPair = 'grant' | 'propose' | 'same_person'

/**
 * Whether a grant of super admin still needs a second super admin (account-admin, A super admin is made by two).
 * The proposer cannot confirm. One is enough if the deployment says so, or if there is no one else to ask:
 * otherwise there could never be a second super admin.
 */
export function secondPair({
  actorId,
  targetId,
  proposedBy,
  superAdmins,
  fourEyes,
}: {
  actorId: number
  targetId: number
  /** The person who proposed the same and is still waiting, if anyone. */
  proposedBy: number | null
  superAdmins: readonly RoleHolder[]
  /** Whether the deployment requires the second one at all. */
  fourEyes: boolean
}): SecondPair {
  const others = superAdmins.filter(
    (superAdmin) => isActing(superAdmin) && superAdmin.id !== actorId && superAdmin.id !== targetId,
  )
  if (!fourEyes || others.length === 0) return 'grant'
  if (proposedBy === actorId) return 'same_person'
  return others.some(({ id }) => id === proposedBy) ? 'grant' : 'propose'
}
