import { useQuery } from '@tanstack/react-query'
import type { AuthUser } from '#contract/auth.ts'
import { endpointQuery } from './query-client.ts'

export const sessionQuery = endpointQuery('GET /api/auth/user')
export const siteQuery = { ...endpointQuery('GET /api/site'), staleTime: Number.POSITIVE_INFINITY }

/** Who is signed in; undefined while unknown, null for nobody. */
export function useUser(): AuthUser | null | undefined {
  const { data } = useQuery(sessionQuery)
  return data === undefined ? undefined : data.user
}

/** The address that signs in and comes back to `returnTo`, a path of this site. */
export function signInUrl(returnTo: string, options: { reauth?: boolean; signUp?: boolean } = {}): string {
  const search = new URLSearchParams({ returnTo })
  if (options.reauth) search.set('reauth', '1')
  if (options.signUp) search.set('screen', 'signup')
  return `/api/auth/login?${search}`
}

/** The path people are on, with its query, to come back to. */
export function currentPath(): string {
  return location.pathname + location.search
}
