import { useQuery } from '@tanstack/react-query'
import type { Applicant, AuthUser } from '#contract/sign-in/auth.ts'
import type { SitePath } from './page-address.ts'
import { endpointQuery } from './query-client.ts'

/** Where the tabs of one browser hear of a sign-in. */
export const SESSION_CHANNEL = 'session'

export const sessionQuery = endpointQuery('GET /api/auth/user')
export const siteQuery = { ...endpointQuery('GET /api/site'), staleTime: Number.POSITIVE_INFINITY }

/** Who is signed in; undefined while unknown, null for no one. */
export function useUser(): AuthUser | null | undefined {
  const { data } = useQuery(sessionQuery)
  return data === undefined ? undefined : data.user
}

/** Who may fill in an application: a person who is signed in, or a visitor with an applicant session (choices §2). */
export type OnboardingPerson = AuthUser | Applicant

/** Who fills in an application here; undefined while unknown, null for no one. */
export function useOnboardingPerson(): OnboardingPerson | null | undefined {
  const { data } = useQuery(sessionQuery)
  return data && (data.user ?? data.applicant)
}

/** Whether someone fills in an application without an account. */
export function isVisitor(person: OnboardingPerson): person is Applicant {
  return 'expiresAt' in person
}

/** The address that signs in and comes back to `returnTo`, a path of this site. */
export function signInUrl<Path extends string>(
  returnTo: SitePath<Path>,
  options: { reauth?: boolean; signUp?: boolean; invitation?: string } = {},
): string {
  const search = new URLSearchParams({ returnTo })
  if (options.reauth) search.set('reauth', '1')
  if (options.signUp) search.set('screen', 'signup')
  if (options.invitation) search.set('invitation', options.invitation)
  return `/api/auth/login?${search}`
}

/** The path people are on, with its query, to come back to. */
export function currentPath(): string {
  return location.pathname + location.search
}
