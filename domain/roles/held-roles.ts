import type { Access } from '#contract/endpoint.ts'
import { type Capability, EVERY_STAFF, ROLE_NAMES, type RoleName, roleNamed } from '#contract/roles.ts'

/** What a person's row says of their roles: the two flags of administration, and the names of further ones. */
export interface HeldRoles {
  isAdmin: boolean
  isSuperAdmin: boolean
  roles: readonly string[]
}

/**
 * Returns the roles that someone holds, the highest first. A super admin is an admin without saying so. A name that the
 * table does not have, such as one of a later release, gives nothing.
 */
export function rolesOf({ isAdmin, isSuperAdmin, roles }: HeldRoles): RoleName[] {
  return ROLE_NAMES.filter((name) => {
    if (name === 'super_admin') return isSuperAdmin
    if (name === 'admin') return isAdmin && !isSuperAdmin
    return roles.includes(name)
  })
}

/** Whether someone has any role. */
export function hasRole({ isAdmin, isSuperAdmin, roles }: HeldRoles): boolean {
  return isAdmin || isSuperAdmin || roles.length > 0
}

/** Returns what staff with these roles may do: all that any of them gives. */
export function capabilitiesOf(roles: readonly RoleName[]): Capability[] {
  return [...new Set([...EVERY_STAFF, ...roles.flatMap((name) => roleNamed(name).may)])]
}

/** Returns the roles that give a capability. */
export function rolesThatMay(capability: Capability): RoleName[] {
  return ROLE_NAMES.filter((name) => capabilitiesOf([name]).includes(capability))
}

/** Whether what someone reads is recorded, however little of it: one of their roles asks for it. */
export function isWatched(held: HeldRoles): boolean {
  return rolesOf(held).some((name) => roleNamed(name).isWatched)
}

/** Whether an endpoint is for staff with a role that may do what it names. */
export function takesRole(access: Access): access is Capability {
  return access !== 'public' && access !== 'applicant' && access !== 'user'
}

/** Returns what a holder of the role is called, with its article: "an Admin". */
export function roleHolder(name: RoleName): string {
  const { label } = roleNamed(name)
  return `${/^[AEIOU]/.test(label) ? 'an' : 'a'} ${label}`
}
