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
  /** The progress of the steps, as text. */
  progress: string
  /** The full standing; null if only the older endpoints responded. */
  standing: AccountStanding | null
  status: Answer<'GET /api/verification/status'> | null
  certifications: Answer<'GET /api/certifications/user'>['certifications']
}

export type Verification =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string; retry: () => void }
  | LoadedVerification

export const LOAD_FAILED = 'Failed to load verification status. Please try again.'

/** Refetched on each page that shows it: a payment, an upload or a reviewer may have changed it. */
export const statusQuery = { ...endpointQuery('GET /api/verification/status'), staleTime: 0 }

/** The standing of one's own account; undefined while unknown, null if it can't be loaded. */
export function useStanding(): AccountStanding | null | undefined {
  const { data, isError } = useQuery(statusQuery)
  return isError && !data ? null : data?.standing
}

/** The progress of one's own verification; two older endpoints replace the status call if it fails. */
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
 * The facts if the status call fails: from the two older endpoints and, for the identity check, from the
 * sign-in, so that no one is asked again for what they have submitted (onboarding §7.3).
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
    // The two endpoints don't return these.
    questionsOpenAt: null,
    isRefused: false,
  }
}

function businessFacts(
  profile: Pick<NonNullable<AuthUser['businessProfile']>, 'verification_status' | 'submitted'> | null,
): VerificationFacts['business'] {
  return profile && { verified: profile.verification_status === 'verified', submitted: profile.submitted }
}

/** Returns a received user type, or null if it isn't one. */
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
