import { expect, it } from 'vitest'
import type { RoleHolder } from './role-change.ts'
import { secondPair } from './role-proposal.ts'

const holder = (id: number, isEligible = true): RoleHolder => ({
  id,
  isAdmin: true,
  isSuperAdmin: true,
  roles: [],
  isEligible,
})
const [ACTOR, OTHER, TARGET] = [1, 2, 3]

it.each([
  ['nobody has proposed it', null, [holder(1), holder(2)], 'propose'],
  ['the other one has proposed it', OTHER, [holder(1), holder(2)], 'grant'],
  ['the same person has proposed it', ACTOR, [holder(1), holder(2)], 'same_person'],
  ['there is no other super admin', null, [holder(1)], 'grant'],
  ['the other one’s role has no effect', null, [holder(1), holder(2, false)], 'grant'],
  ['whoever proposed it has lost the role', 9, [holder(1), holder(2)], 'propose'],
] as const)('where %s, the grant comes to its result', (_, proposedBy, superAdmins, result) => {
  const wish = { actorId: ACTOR, targetId: TARGET, proposedBy, superAdmins }
  expect(secondPair({ ...wish, fourEyes: true })).toBe(result)
  // Where the deployment does without the second pair, no one is waited for.
  expect(secondPair({ ...wish, fourEyes: false })).toBe('grant')
})
