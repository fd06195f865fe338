import type { Capability } from '#contract/roles.ts'
import type { Proposal } from './case.ts'

/** What a second person needs to be allowed in order to confirm a proposal; one that sets rules aside is an admin's to answer. */
export function capabilityToConfirm(kind: Proposal['kind']) {
  return (kind === 'override' ? 'cases.lead' : 'cases.decide') satisfies Capability
}
