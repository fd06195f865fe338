import type { Answer } from '#web/lib/api.ts'
import { endpointQuery, listQuery } from '#web/lib/query-client.ts'

/** The person's own data requests, and what an erasure would do today. */
export const privacyQuery = endpointQuery('GET /api/privacy')
export type OwnPrivacy = Answer<'GET /api/privacy'>

/** Whether a list shows requests awaiting an answer or answered ones. */
export type Shown = 'open' | 'done'

const input = (shown: Shown) => ({ query: { open: shown === 'open' ? '1' : '0' } as const })

/** Requests to erase everything. */
export const erasuresQuery = (shown: Shown) => ({
  ...listQuery('GET /api/admin/erasures', input(shown)),
  staleTime: 0,
})

/** Complaints about data protection. */
export const complaintsQuery = (shown: Shown) => ({
  ...listQuery('GET /api/admin/complaints', input(shown)),
  staleTime: 0,
})

/** Legal holds, either in force or lifted. */
export const holdsQuery = (shown: Shown) => ({
  ...listQuery('GET /api/admin/legal-holds', input(shown)),
  staleTime: 0,
})
