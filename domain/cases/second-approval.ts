import type { Capability } from '#contract/roles.ts'
import type { Proposal } from './case.ts'

/** Returns the capability that a second person needs to confirm a proposal; overrides need an admin. */
export function capabilityToConfirm(kind: Proposal['kind']) {
  return (kind === 'override' ? 'cases.lead' : 'cases.decide') satisfies Capability
}
