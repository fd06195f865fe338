import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { ownDocumentsQuery } from '#web/parts/documents/queries.ts'
import { riskAcceptedQuery } from '#web/parts/risk-disclosure/queries.ts'
import { caseQuery, draftQuery } from './queries.ts'

/** Fetches what the consumer page needs before it shows. Failures are the page's own to tell. */
export async function loadConsumer(): Promise<void> {
  const { user } = await queryClient.ensureQueryData(sessionQuery)
  if (!user) return
  await Promise.all([
    queryClient.prefetchQuery(draftQuery),
    queryClient.prefetchQuery(caseQuery),
    queryClient.prefetchQuery(ownDocumentsQuery),
    queryClient.prefetchQuery(riskAcceptedQuery(user.id)),
  ])
}
