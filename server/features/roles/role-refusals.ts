import type { RoleRefusal } from '#domain/roles/role-change.ts'
import { ROLE_PROPOSAL_DAYS } from '#domain/roles/role-proposal.ts'
import { AppError } from '#server/platform/http/app-error.ts'

/** What a grant of super admin waits for (cases, Deciding). */
export const SECOND_PERSON = `Another super admin must confirm it within ${ROLE_PROPOSAL_DAYS} days.`

/** Where an address belongs to no one who could have a role. */
export function noOneWith(email: string): string {
  return `No one has signed in as ${email} yet. Ask them to sign in once, then try again.`
}

/** Why a role was neither given nor taken, as the answer of a call; `email` is the one it was about. */
export function roleRefusal(refusal: RoleRefusal, email: string): AppError {
  switch (refusal) {
    case 'not_super_admin':
      return new AppError('FORBIDDEN', 'You do not have permission to do this.')
    case 'own_role':
      return new AppError('FORBIDDEN', 'You cannot give yourself a role. Ask another super admin.')
    case 'not_eligible': {
      const sentence = `${email} is not a verified address on a company email domain, so the role would have no effect.`
      return new AppError('VALIDATION_ERROR', sentence, { fields: { email: sentence } })
    }
    case 'last_super_admin': {
      const sentence = 'There must be one super admin. Make someone else a super admin first.'
      return new AppError('INVALID_STATE', sentence, { fields: { email: sentence } })
    }
    default:
      return refusal satisfies never
  }
}
