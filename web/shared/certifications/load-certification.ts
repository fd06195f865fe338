import { queryClient } from '#web/lib/query-client.ts'
import { investorRulesQuery, ownCertificationsQuery } from './queries.ts'

/** Loads what the certification shows; the page itself reports what cannot be loaded. */
export async function loadCertification(): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(investorRulesQuery),
    queryClient.prefetchQuery(ownCertificationsQuery),
  ])
}
