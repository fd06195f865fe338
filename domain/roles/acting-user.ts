import type { Capability } from '#contract/roles.ts'

/**
 * The acting user, for the rules and the audit log: a user, a member of staff, or the system. Its id is the account's,
 * which is also what `by` and `…By` name wherever only people can act. `may` is set if a rule asks what staff may do;
 * without it they may do nothing.
 */
export type ActingUser =
  | { kind: 'user'; id: number }
  | { kind: 'staff'; id: number; may?: readonly Capability[] }
  | { kind: 'system'; id?: undefined }

/** Someone who acts in their own account. */
export type ActingOwner = Extract<ActingUser, { kind: 'user' }>

/** A member of staff who acts. */
export type ActingStaff = Extract<ActingUser, { kind: 'staff' }>

/** Whether the acting user is staff with this capability. */
export function mayAct(actor: ActingUser, capability: Capability): boolean {
  return actor.kind === 'staff' && actor.may?.includes(capability) === true
}

/** Returns the acting account's id. Throws TypeError for the system, which has none. */
export function actingId(actor: ActingUser): number {
  if (actor.kind === 'system') throw new TypeError('The system has no account')
  return actor.id
}
