import { endpointQuery } from '#web/lib/query-client.ts'

/** Refetched each time the page opens: a reviewer, an upload or a payment may have changed it. */
export const homeQuery = { ...endpointQuery('GET /api/home'), staleTime: 0 }
