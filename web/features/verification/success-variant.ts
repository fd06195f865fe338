import type { AuthUser } from '#contract/auth.ts'
import type { CaseKind } from '#contract/cases.ts'
import { needsSelfCertification } from '#domain/onboarding/user-type.ts'
import { leadingKind } from '#web/parts/verification/own-case.ts'
import { asUserType } from '#web/parts/verification/verification-facts.ts'

export type SuccessVariant =
  | 'authentication_required'
  | 'certification_completed'
  | 'certification_required'
  | 'onboarding_completed'
  | 'submitted'

export interface SuccessSearch {
  type?: string
  completed?: string
  registerRequired?: string
}

/** Whose submission an address speaks of; without a word about it, the one that leads (onboarding §2, Success pages). */
export function kindOfSuccess(
  { type }: SuccessSearch,
  user: Pick<AuthUser, 'businessProfile'> | null | undefined,
): CaseKind {
  if (type?.startsWith('business')) return 'business'
  return type?.startsWith('consumer') ? 'consumer' : leadingKind(user)
}

/** Which success page an address asks for, given who reads it (onboarding §2, Success pages). */
export function successVariant(
  search: SuccessSearch,
  user: { pending_user_type: string | null } | null,
): SuccessVariant {
  if (search.registerRequired === 'true' && !user) return 'authentication_required'
  if (search.type === 'certification') return 'certification_completed'
  const pendingType = asUserType(user?.pending_user_type)
  if (pendingType && needsSelfCertification(pendingType)) return 'certification_required'
  if (search.completed === 'true' || search.type?.endsWith('_onboarding')) return 'onboarding_completed'
  return 'submitted'
}
