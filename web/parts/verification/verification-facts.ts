import { USER_TYPES, type UserFlags, type UserType } from '#contract/user-types.ts'
import { userFlags } from '#domain/onboarding/user-type.ts'
import type { VerificationFacts } from '#domain/onboarding/verification-progress.ts'
import type { Answer } from '#web/lib/api.ts'

type Status = Answer<'GET /api/verification/status'>
type Certifications = Answer<'GET /api/certifications/user'>
type Type = Answer<'GET /api/user/type'>

/** The facts as the verification status tells them; certifications that have run out by `now` are left out. */
export function factsOfStatus(status: Status, now: Date): VerificationFacts {
  return {
    riskDisclosureAccepted: status.riskDisclosureAccepted,
    certifications: standing(status.certifications, now),
    flags: status.userFlags,
    pendingType: asUserType(status.pendingUserType),
    kycVerified: status.kycVerified,
    kycSubmitted: status.kycProfile?.submitted ?? false,
    business: status.businessProfile && {
      verified: status.businessProfile.verification_status === 'verified',
      submitted: status.businessProfile.submitted,
    },
  }
}

/** The facts where the status call fails: what the two older calls know, nothing of the identity check (onboarding §7). */
export function factsOfFallback(
  { certifications }: Certifications,
  type: Type,
  now: Date,
): VerificationFacts {
  return {
    riskDisclosureAccepted: type.risk_disclosure_accepted,
    certifications: standing(certifications, now),
    flags: userFlags(type) satisfies UserFlags,
    pendingType: null,
    kycVerified: false,
    kycSubmitted: false,
    business: null,
  }
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
