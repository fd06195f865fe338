import { USER_TYPES, type UserFlags, type UserType } from '#contract/account/user-types.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { userFlags } from '#domain/onboarding/user-type.ts'
import type { VerificationFacts } from '#domain/standing/verification-progress.ts'
import type { Answer } from '#web/lib/api.ts'

type Certifications = Answer<'GET /api/certifications/user'>
type Type = Answer<'GET /api/user/type'>

/**
 * The facts where the status call fails: what the two older calls know, and of the identity check what came with the
 * sign-in, so that no one is asked again for what they have handed in (onboarding §7).
 */
export function factsOfFallback(
  { certifications }: Certifications,
  type: Type,
  user: Pick<AuthUser, 'pending_user_type' | 'kycProfile' | 'businessProfile'> | null,
  now: Date,
): VerificationFacts {
  return {
    riskDisclosureAccepted: type.risk_disclosure_accepted,
    certifications: standing(certifications, now),
    flags: userFlags(type) satisfies UserFlags,
    pendingType: asUserType(user?.pending_user_type),
    kycVerified: user?.kycProfile?.verification_status === 'verified',
    kycSubmitted: user?.kycProfile?.submitted ?? false,
    business: businessFacts(user?.businessProfile ?? null),
    // The two calls do not know of these.
    questionsOpenAt: null,
    isRefused: false,
  }
}

function businessFacts(
  profile: Pick<NonNullable<AuthUser['businessProfile']>, 'verification_status' | 'submitted'> | null,
): VerificationFacts['business'] {
  return profile && { verified: profile.verification_status === 'verified', submitted: profile.submitted }
}

/** A user type as it arrives, or null for a word that is none. */
export function asUserType(value: string | null | undefined): UserType | null {
  return USER_TYPES.find((type) => type === value) ?? null
}

function standing(certifications: Certifications['certifications'], now: Date) {
  return certifications
    .filter(
      ({ status, expires_at }) =>
        status !== 'superseded' && (expires_at === null || new Date(expires_at) > now),
    )
    .map(({ certification_type, certification_name }) => ({
      type: certification_type,
      name: certification_name,
    }))
}
