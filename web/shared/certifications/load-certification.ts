import { queryClient } from '#web/lib/query-client.ts'
import { investorRulesQuery, ownCertificationsQuery } from './queries.ts'

/** Loads the certification's data; the page itself reports what can't be loaded. */
export async function loadCertification(): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(investorRulesQuery),
    queryClient.prefetchQuery(ownCertificationsQuery),
  ])
}
