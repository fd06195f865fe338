import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import { type Answer, api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { endpointQuery, invalidate, queryClient } from '#web/lib/query-client.ts'

/** The investor rules in force, and the data for the signed-in person's statement. */
export const investorRulesQuery = endpointQuery('GET /api/certifications/investor-rules')
/** Everything the person has accepted and signed. */
export const ownCertificationsQuery = endpointQuery('GET /api/certifications/user')

export type Terms = Answer<'GET /api/certifications/investor-rules'>
export type OwnCertifications = Answer<'GET /api/certifications/user'>
export type OwnCertification = OwnCertifications['certifications'][number]

/** Loads the certification's data; the page itself reports what can't be loaded. */
export async function loadCertification(): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(investorRulesQuery),
    queryClient.prefetchQuery(ownCertificationsQuery),
  ])
}

/**
 * Submits a set of answers, which the server keeps; returns whether they meet the category. Refetches when
 * further attempts are possible. Throws ApiError.
 */
export async function giveAnswers(investorAnswers: InvestorAnswers): Promise<boolean> {
  try {
    const { unmet, attempts } = await api('POST /api/certifications/investor-answers', {
      body: investorAnswers,
    })
    queryClient.setQueryData(investorRulesQuery.queryKey, (terms) => terms && { ...terms, attempts })
    return unmet.length === 0
  } catch (error) {
    // Closed meanwhile, in another tab: after the refetch the page says until when.
    if (error instanceof ApiError && error.code === 'INVALID_STATE')
      await invalidate('GET /api/certifications/investor-rules')
    throw error
  }
}
