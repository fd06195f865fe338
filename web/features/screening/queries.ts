import { keepPreviousData } from '@tanstack/react-query'
import { listQuery } from '#web/lib/query-client.ts'
import type { MatchFilters } from './filters.ts'

/** The lists in force and the matching open matches, page by page; the rows shown stay while others load. */
export const openMatchesQuery = (filters: MatchFilters) => ({
  ...listQuery('GET /api/admin/screening', { query: filters }),
  placeholderData: keepPreviousData,
  // Others decide while the page is open.
  staleTime: 0,
})
