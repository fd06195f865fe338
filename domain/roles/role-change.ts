import type { AdminRole } from '#contract/admin-roles.ts'

/** The two flags of administration; a super admin is an admin, too. */
export interface Roles {
  isAdmin: boolean
  isSuperAdmin: boolean
}

/** Someone whose role is given, taken or used. */
export interface RoleHolder extends Roles {
  id: number
  /** Whether a role has any effect: not disabled, with a verified email on a company domain (security R21). */
  isEligible: boolean
}

/** Why a role is neither given nor taken. */
export type RoleRefusal = 'not_super_admin' | 'own_role' | 'not_eligible' | 'last_super_admin'

/** The roles after a change, the same ones where nothing changes; or why there is none. */
export type RoleOutcome = { ok: true; roles: Roles; isChange: boolean } | { ok: false; refusal: RoleRefusal }

/** Gives a role: only by a super admin, never to oneself, only where it has an effect (choices §2, security R22). */
export function promotion(role: AdminRole, actor: RoleHolder, target: RoleHolder): RoleOutcome {
  if (!isActing(actor)) return refused('not_super_admin')
  if (actor.id === target.id) return refused('own_role')
  if (!target.isEligible) return refused('not_eligible')
  return outcome(target, { isAdmin: true, isSuperAdmin: role === 'super_admin' || target.isSuperAdmin })
}

/**
 * Takes a role: only by a super admin, one's own included, and never the last one that has an effect. `superAdmins` are
 * all there are (choices §2, security R22).
 */
export function demotion(
  role: AdminRole,
  actor: RoleHolder,
  target: RoleHolder,
  superAdmins: readonly RoleHolder[],
): RoleOutcome {
  if (!isActing(actor)) return refused('not_super_admin')
  const roles = {
    isAdmin: role === 'super_admin' && (target.isAdmin || target.isSuperAdmin),
    isSuperAdmin: false,
  }
  const remains = superAdmins.some((one) => one.id !== target.id && isActing(one))
  if (target.isSuperAdmin && !remains) return refused('last_super_admin')
  return outcome(target, roles)
}

/** Whether a super admin's role has an effect now. */
export function isActing(person: RoleHolder): boolean {
  return person.isSuperAdmin && person.isEligible
}

function outcome(target: RoleHolder, roles: Roles): RoleOutcome {
  const isChange = target.isAdmin !== roles.isAdmin || target.isSuperAdmin !== roles.isSuperAdmin
  return { ok: true, roles, isChange }
}

function refused(refusal: RoleRefusal): RoleOutcome {
  return { ok: false, refusal }
}
