import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { endpointQuery, invalidate } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'

/** How long the database gets before the profile is fetched again (account-admin §9, after debug sync). */
const REFETCH_DELAY_MS = 500

interface Identity {
  auth0Id: string
  email: string | null
  name: string | null
}

/** What the debug page knows, and its actions. */
export function useDebug() {
  const session = useQuery(sessionQuery)
  const user = session.data?.user ?? null
  const profile = useQuery({
    ...endpointQuery('GET /api/auth/profile'),
    enabled: user !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const setup = useQuery(endpointQuery('GET /api/auth/debug'))
  const sync = useMutation({
    mutationFn: (body: Identity) => api('POST /api/user/create', { body }),
    onSuccess: () => {
      setTimeout(() => void profile.refetch(), REFETCH_DELAY_MS)
    },
  })
  return {
    session,
    user,
    profile,
    setup,
    sync,
    isFetching: session.isFetching || profile.isFetching || setup.isFetching,
    refresh: () => void invalidate('GET /api/auth/user', 'GET /api/auth/profile', 'GET /api/auth/debug'),
  }
}

export type Debug = ReturnType<typeof useDebug>
