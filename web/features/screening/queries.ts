import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'

const KEY = 'GET /api/admin/screening'

/** The lists in force and the open matches, page by page. */
export const openMatchesQuery = infiniteQueryOptions({
  queryKey: [KEY],
  queryFn: ({ pageParam, signal }) => api(KEY, { query: { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
  // Others decide while the page is open.
  staleTime: 0,
})
