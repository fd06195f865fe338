import { riskAcceptedQuery } from '#web/features/certifications/queries.ts'
import { ownDocumentsQuery } from '#web/features/documents/queries.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
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
