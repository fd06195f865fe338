import type { Capability } from '#contract/roles.ts'

/**
 * Who does something, for the rules and for the audit log: a user, a member of staff, or the system. `may` is given where a rule
 * asks what staff may do; without it they may do nothing.
 */
export type ActingUser =
  | { kind: 'user'; id: number }
  | { kind: 'staff'; id: number; may?: readonly Capability[] }
  | { kind: 'system'; id?: undefined }

/** A member of staff who acts. */
export type ActingStaff = Extract<ActingUser, { kind: 'staff' }>

/** Whether it is staff who may do this. */
export function mayAct(actor: ActingUser, capability: Capability): boolean {
  return actor.kind === 'staff' && actor.may?.includes(capability) === true
}

/** The account that acts. Throws TypeError for the system, which has none. */
export function actingId(actor: ActingUser): number {
  if (actor.kind === 'system') throw new TypeError('The system has no account')
  return actor.id
}
