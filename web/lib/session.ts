import { useQuery } from '@tanstack/react-query'
import type { AuthUser, Visitor } from '#contract/sign-in/auth.ts'
import type { SitePath } from './page-address.ts'
import { endpointQuery } from './query-client.ts'

/** The channel on which a browser's tabs hear about a sign-in. */
export const SESSION_CHANNEL = 'session'

export const sessionQuery = endpointQuery('GET /api/auth/user')
export const siteQuery = { ...endpointQuery('GET /api/site'), staleTime: Number.POSITIVE_INFINITY }

/** The signed-in person; undefined while unknown, null if no one is. */
export function useUser(): AuthUser | null | undefined {
  const { data } = useQuery(sessionQuery)
  return data === undefined ? undefined : data.user
}

/** Who may fill in an application: a signed-in person, or a visitor with an applicant session (choices §2.4). */
export type OnboardingPerson = AuthUser | Visitor

/** The person who fills in an application here; undefined while unknown, null if there is none. */
export function useOnboardingPerson(): OnboardingPerson | null | undefined {
  const { data } = useQuery(sessionQuery)
  return data && (data.user ?? data.applicant)
}

/** Whether a person fills in an application without an account. */
export function isVisitor(person: OnboardingPerson): person is Visitor {
  return 'expiresAt' in person
}

/** The URL that signs in and returns to `returnTo`, a path of this site. */
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

/** The current path with its query, to return to. */
export function currentPath(): string {
  return location.pathname + location.search
}
