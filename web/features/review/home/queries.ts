import { endpointQuery } from '#web/lib/query-client.ts'

/** The figures change while the page is open. */
const REFETCH_MS = 60_000

export const staffHomeQuery = {
  ...endpointQuery('GET /api/staff/home'),
  staleTime: 0,
  refetchInterval: REFETCH_MS,
}
