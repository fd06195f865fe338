import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { PAGE_BY_PAGE } from '#web/lib/page-by-page.ts'

const KEY = 'GET /api/admin/screening'

/** The lists in force and the open matches, page by page. */
export const openMatchesQuery = infiniteQueryOptions({
  queryKey: [KEY],
  queryFn: ({ pageParam, signal }) => api(KEY, { query: { cursor: pageParam } }, { signal }),
  ...PAGE_BY_PAGE,
  // Others decide while the page is open.
  staleTime: 0,
})
