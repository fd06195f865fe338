import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { type Answer, api, type EndpointKey, type Input } from './api.ts'
import { ApiError } from './api-error.ts'

/** How a list is read on: the first page without a cursor, each other one with that of the page before it. */
export const PAGE_BY_PAGE = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}

const MINUTE_MS = 60_000

/** The client of the whole app with the specification's constants (account-admin §9, global query rules). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE_MS,
      gcTime: 30 * MINUTE_MS,
      // A refusal stays a refusal: only an outage or a lost connection is worth the one retry.
      retry: (count, error) =>
        count < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      refetchOnWindowFocus: true,
      refetchOnMount: true,
    },
    mutations: {
      // Without a connection a change fails and says so; waiting for one would look like saving for ever.
      networkMode: 'always',
      retry: (count, error) =>
        count < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503),
    },
  },
})

/** Query options of an endpoint; the key is its name, then its input, so that one name invalidates all of it. */
export function endpointQuery<K extends EndpointKey>(key: K, input?: Input<K>) {
  const queryKey: QueryKey = input === undefined ? [key] : [key, input]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<Answer<K>> =>
      (api as unknown as (key: K, input?: Input<K>, options?: { signal: AbortSignal }) => Promise<Answer<K>>)(
        key,
        input,
        { signal },
      ),
  })
}

/** Marks every cached answer of these endpoints as stale. */
export async function invalidate(...keys: EndpointKey[]): Promise<void> {
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}
