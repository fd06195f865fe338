import { endpointQuery } from '#web/lib/query-client.ts'

/** Asked for each time the page is opened: a reviewer, an upload or a payment may have changed it. */
export const homeQuery = { ...endpointQuery('GET /api/home'), staleTime: 0 }
