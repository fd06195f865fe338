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
 * Never cached, retried twice after a second, not refetched on window focus (account-admin §4.6). A refusal
 * isn't retried.
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
 * The stored profile; a missing one is created, then read again after a second (account-admin §4.6). If the
 * session has ended, the person goes to sign in and returns here.
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

/** The KYC profile as submitted; fetched only if the profile says that there is one. */
export function useKycProfile(profile: Profile) {
  return useQuery({
    ...endpointQuery('GET /api/onboarding/kyc-profile-by-user/:id', { params: { id: profile.id } }),
    enabled: profile.kycProfile !== null,
  })
}

/** The company as submitted; fetched only if the profile says that there is one. */
export function useBusinessProfile(profile: Profile) {
  return useQuery({
    ...endpointQuery('GET /api/onboarding/business/profile'),
    enabled: profile.businessProfile !== null,
  })
}

/** The person's client, with its projects. */
export const ownClientQuery = endpointQuery('GET /api/client')
export const signInMethodsQuery = endpointQuery('GET /api/user/sign-in-methods')
export const sessionsQuery = endpointQuery('GET /api/user/sessions')
/** The person's own sign-ins and failed attempts. */
export const ownSignInsQuery = listQuery('GET /api/user/sign-ins', { query: { limit: 5 } })
export const exportsQuery = endpointQuery('GET /api/data/exports')
