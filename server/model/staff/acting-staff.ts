import type { ActingStaff } from '#domain/roles/acting-user.ts'
import { capabilitiesOf, type HeldRoles, rolesOf } from '#domain/roles/held-roles.ts'

/** A member of staff with what they may do, as the case machine asks for it. */
export function actingStaff(caller: { userId: number } & HeldRoles): ActingStaff {
  return { kind: 'staff', id: caller.userId, may: capabilitiesOf(rolesOf(caller)) }
}
