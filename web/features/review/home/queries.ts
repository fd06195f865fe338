import { keepPreviousData } from '@tanstack/react-query'
import { endpointQuery } from '#web/lib/query-client.ts'

/** The figures change while the page is open; in milliseconds. */
const REFETCH_MS = 60_000

export const staffHomeQuery = {
  ...endpointQuery('GET /api/staff/home'),
  staleTime: 0,
  refetchInterval: REFETCH_MS,
}

/** How the promise was kept between two days. The previous result stays until the next one has loaded. */
export const promiseQuery = (query: { from?: string | undefined; to?: string | undefined }) => ({
  ...endpointQuery('GET /api/staff/promise', { query }),
  staleTime: REFETCH_MS,
  placeholderData: keepPreviousData,
})

/** How often each signal was right. One more decision changes little. */
export const signalFiguresQuery = { ...endpointQuery('GET /api/staff/signals'), staleTime: REFETCH_MS }
