import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { type Answer, api } from '#web/lib/api.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { endpointQuery, listQuery } from '#web/lib/query-client.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'

export type Profile = Answer<'GET /api/user/profile'>

const RETRY_MS = 1000

const RETRIES = 2

/**
 * Never from the cache, twice more after a second, not again when the window comes back (account-admin §7, §9). A refusal
 * stays a refusal.
 */
const profileQuery = {
  ...endpointQuery('GET /api/user/profile'),
  gcTime: 0,
  staleTime: 0,
  retry: (count: number, error: Error) =>
    count < RETRIES && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
  retryDelay: RETRY_MS,
  refetchOnWindowFocus: false,
}

/**
 * The stored profile; one that is missing is created, then read again after a second (account-admin §4). Whose session has
 * ended meanwhile goes to sign in, and comes back.
 */
export function useProfile(user: AuthUser) {
  const query = useQuery({
    ...profileQuery,
    queryFn: async (): Promise<Profile> => {
      try {
        return await api('GET /api/user/profile')
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
        await api('POST /api/user/create', {
          body: { auth0Id: user.auth0_id, email: user.email, name: user.name },
        })
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        return api('GET /api/user/profile')
      }
    },
  })
  const hasEnded = isSignedOut(query.error)
  useEffect(() => {
    if (hasEnded) window.location.assign(signInUrl(currentPath()))
  }, [hasEnded])
  return query
}

/** The KYC profile as submitted; asked for only where the profile says that there is one. */
export function useKycProfile(profile: Profile) {
  return useQuery({
    ...endpointQuery('GET /api/onboarding/kyc-profile-by-user/:id', { params: { id: profile.id } }),
    enabled: profile.kycProfile !== null,
  })
}

/** The company as submitted; asked for only where the profile says that there is one. */
export function useBusinessProfile(profile: Profile) {
  return useQuery({
    ...endpointQuery('GET /api/onboarding/business/profile'),
    enabled: profile.businessProfile !== null,
  })
}

/** The client that the person belongs to, with its projects. */
export const ownClientQuery = endpointQuery('GET /api/client')
export const signInMethodsQuery = endpointQuery('GET /api/user/sign-in-methods')
export const sessionsQuery = endpointQuery('GET /api/user/sessions')
/** Own sign-ins, and tries that failed. */
export const ownSignInsQuery = listQuery('GET /api/user/sign-ins', { query: { limit: 5 } })
export const exportsQuery = endpointQuery('GET /api/data/exports')
