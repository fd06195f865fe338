import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UserFlags } from '#contract/account/user-type-schemas.ts'
import { USER_TYPES, type UserType } from '#contract/account/user-types.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import type { AccountStanding, StepStanding } from '#contract/verification/standing.ts'
import { userFlags } from '#domain/onboarding/user-type.ts'
import {
  progressPercent,
  progressSentence,
  type VerificationFacts,
  verificationSteps,
} from '#domain/standing/verification-progress.ts'
import type { Answer } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useUser } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.ts'

export interface LoadedVerification {
  kind: 'loaded'
  steps: readonly StepStanding[]
  percent: number
  /** How far the steps are, in words. */
  progress: string
  /** The whole standing; null where only the older calls answered. */
  standing: AccountStanding | null
  status: Answer<'GET /api/verification/status'> | null
  certifications: Answer<'GET /api/certifications/user'>['certifications']
}

export type Verification =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string; retry: () => void }
  | LoadedVerification

export const LOAD_FAILED = 'Failed to load verification status. Please try again.'

/** How one stands is asked for on each page that says it: a payment, an upload or a reviewer may have changed it. */
export const statusQuery = { ...endpointQuery('GET /api/verification/status'), staleTime: 0 }

/** How one's own account stands; undefined while unknown, null where it cannot be read. */
export function useStanding(): AccountStanding | null | undefined {
  const { data, isError } = useQuery(statusQuery)
  return isError && !data ? null : data?.standing
}

/** How far one's own verification is; two older calls stand in where the status call fails. */
export function useVerification(): Verification {
  const user = useUser() ?? null
  const status = useQuery(statusQuery)
  const hasNoStatus = status.isError && !status.data
  const certifications = useQuery({ ...endpointQuery('GET /api/certifications/user'), enabled: hasNoStatus })
  const type = useQuery({ ...endpointQuery('GET /api/user/type'), enabled: hasNoStatus })
  const hasFailed = hasNoStatus && (certifications.isError || type.isError)
  useEffect(() => {
    if (hasFailed) toast({ kind: 'error', title: LOAD_FAILED })
  }, [hasFailed])

  if (status.data) {
    const { standing } = status.data
    const { steps, percent, progress } = standing
    const { certifications: held } = status.data
    return { kind: 'loaded', steps, percent, progress, standing, status: status.data, certifications: held }
  }
  if (certifications.data && type.data) {
    const steps = verificationSteps(factsOfFallback(certifications.data, type.data, user, new Date()))
    return {
      kind: 'loaded',
      steps,
      percent: progressPercent(steps),
      progress: progressSentence(steps),
      standing: null,
      status: null,
      certifications: certifications.data.certifications,
    }
  }
  if (hasFailed) {
    return { kind: 'failed', message: status.error?.message ?? '', retry: () => void status.refetch() }
  }
  return { kind: 'loading' }
}

type Certifications = Answer<'GET /api/certifications/user'>
type Type = Answer<'GET /api/user/type'>

/**
 * The facts where the status call fails: what the two older calls know, and of the identity check what came with the
 * sign-in, so that no one is asked again for what they have handed in (onboarding §7).
 */
function factsOfFallback(
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
