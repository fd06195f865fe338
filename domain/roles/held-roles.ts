import type { Access } from '#contract/endpoint.ts'
import { type Capability, EVERY_STAFF, ROLE_NAMES, type RoleName, roleNamed } from '#contract/roles.ts'

/** A person's roles as stored: the two administration flags, and the names of others. */
export interface HeldRoles {
  isAdmin: boolean
  isSuperAdmin: boolean
  roles: readonly string[]
}

/**
 * Returns the roles that someone holds, the highest first. A super admin is implicitly an admin. Names missing from the
 * table, such as those of a later release, are ignored.
 */
export function rolesOf({ isAdmin, isSuperAdmin, roles }: HeldRoles): RoleName[] {
  return ROLE_NAMES.filter((name) => {
    if (name === 'super_admin') return isSuperAdmin
    if (name === 'admin') return isAdmin && !isSuperAdmin
    return roles.includes(name)
  })
}

/** Whether someone is staff. Names missing from the table count, so that a later release’s staff stay staff. */
export function hasRole({ isAdmin, isSuperAdmin, roles }: HeldRoles): boolean {
  return isAdmin || isSuperAdmin || roles.length > 0
}

/** Returns what staff with these roles may do: all that any of them grants. */
export function capabilitiesOf(roles: readonly RoleName[]): Capability[] {
  return [...new Set([...EVERY_STAFF, ...roles.flatMap((name) => roleNamed(name).may)])]
}

/** Returns the roles that grant a capability. */
export function rolesThatMay(capability: Capability): RoleName[] {
  return ROLE_NAMES.filter((name) => capabilitiesOf([name]).includes(capability))
}

/** Whether everything that someone reads is recorded, because one of their roles requires it. */
export function isWatched(held: HeldRoles): boolean {
  return rolesOf(held).some((name) => roleNamed(name).isWatched)
}

/** Whether an endpoint requires a staff role with the capability it names. */
export function takesRole(access: Access): access is Capability {
  return access !== 'public' && access !== 'applicant' && access !== 'user'
}

/** Returns a holder of the role with its article: "an Admin". */
export function roleHolder(name: RoleName): string {
  const { label } = roleNamed(name)
  return `${/^[AEIOU]/.test(label) ? 'an' : 'a'} ${label}`
}
