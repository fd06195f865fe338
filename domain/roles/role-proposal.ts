import { isActing, type RoleHolder } from './role-change.ts'

/** For so long a proposed super admin waits for the second one who agrees. */
export const ROLE_PROPOSAL_DAYS = 7

/** What a super admin's wish to make another one comes to. */
export type SecondPair = 'grant' | 'propose' | 'same_person'

/**
 * Whether a grant of super admin needs a second super admin still (cases, Deciding). The one who proposed cannot confirm.
 * One pair of eyes does where the deployment says so, and where there is no one else to ask: otherwise there would never
 * be a second super admin.
 */
export function secondPair({
  actorId,
  targetId,
  proposedBy,
  superAdmins,
  fourEyes,
}: {
  actorId: number
  targetId: number
  /** Who proposed the same and is still waited for, if anyone. */
  proposedBy: number | null
  superAdmins: readonly RoleHolder[]
  /** Whether the deployment asks for the second one at all. */
  fourEyes: boolean
}): SecondPair {
  const others = superAdmins.filter(
    (superAdmin) => isActing(superAdmin) && superAdmin.id !== actorId && superAdmin.id !== targetId,
  )
  if (!fourEyes || others.length === 0) return 'grant'
  if (proposedBy === actorId) return 'same_person'
  return others.some(({ id }) => id === proposedBy) ? 'grant' : 'propose'
}
