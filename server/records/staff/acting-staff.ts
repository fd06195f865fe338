import type { Actor } from '#domain/cases/case.ts'
import { capabilitiesOf, type HeldRoles, rolesOf } from '#domain/roles/held-roles.ts'

/** A member of staff as the case machine knows them. */
export function staffActor(caller: { userId: number } & HeldRoles): Extract<Actor, { kind: 'staff' }> {
  return {
    kind: 'staff',
    id: String(caller.userId),
    may: capabilitiesOf(rolesOf(caller)),
  }
}
