import { RISK_DISCLOSURE } from '#contract/certifications/risk-disclosure.ts'
import { endpointQuery } from '#web/lib/query-client.ts'

/** The text in force, with what an acceptance must say about it. */
export const riskDisclosureQuery = endpointQuery('GET /api/certifications/risk-disclosure')

/** Whether the server has this person's acceptance of the risk disclosure. */
export function riskAcceptedQuery(userId: number) {
  return endpointQuery('GET /api/certifications/check', { query: { name: RISK_DISCLOSURE.name, userId } })
}
