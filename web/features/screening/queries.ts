import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { PAGE_BY_PAGE } from '#web/lib/query-client.ts'
import type { MatchFilters } from './filters.ts'

const KEY = 'GET /api/admin/screening'

/** The lists in force and the open matches that match, page by page; the rows shown stay while others are asked for. */
export const openMatchesQuery = (filters: MatchFilters) =>
  infiniteQueryOptions({
    queryKey: [KEY, filters],
    queryFn: ({ pageParam, signal }) => api(KEY, { query: { ...filters, cursor: pageParam } }, { signal }),
    ...PAGE_BY_PAGE,
    placeholderData: keepPreviousData,
    // Others decide while the page is open.
    staleTime: 0,
  })
