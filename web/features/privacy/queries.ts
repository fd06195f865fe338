import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Answer, api } from '#web/lib/api.ts'
import { endpointQuery, PAGE_BY_PAGE } from '#web/lib/query-client.ts'

/** One's own requests about one's data, and what an erasure would do today. */
export const privacyQuery = endpointQuery('GET /api/privacy')
export type OwnPrivacy = Answer<'GET /api/privacy'>

/** Whether a list of requests shows what waits for an answer, or what has it. */
export type Shown = 'open' | 'done'

const paging = (shown: Shown, cursor: string | undefined) => ({
  query: { open: shown === 'open' ? ('1' as const) : ('0' as const), cursor },
})

/** Requests to erase everything. */
export const erasuresQuery = (shown: Shown) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/admin/erasures', shown],
    queryFn: ({ pageParam, signal }) => api('GET /api/admin/erasures', paging(shown, pageParam), { signal }),
    ...PAGE_BY_PAGE,
    staleTime: 0,
  })

/** Complaints about data protection. */
export const complaintsQuery = (shown: Shown) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/admin/complaints', shown],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/complaints', paging(shown, pageParam), { signal }),
    ...PAGE_BY_PAGE,
    staleTime: 0,
  })

/** Legal holds, those in force or those that were lifted. */
export const holdsQuery = (shown: Shown) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/admin/legal-holds', shown],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/legal-holds', paging(shown, pageParam), { signal }),
    ...PAGE_BY_PAGE,
    staleTime: 0,
  })
