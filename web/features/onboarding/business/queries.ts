import type { BusinessDraft } from '#contract/onboarding/business.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { draftQuery, type JourneyQueries } from '../journey/journey-queries.ts'

/** What the account stores of a company's onboarding. */
export const BUSINESS_QUERIES: JourneyQueries<BusinessDraft> = {
  draft: draftQuery('GET /api/onboarding/business/draft'),
  own: endpointQuery('GET /api/onboarding/business/case'),
}
