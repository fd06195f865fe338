import type { ConsumerDraft } from '#contract/onboarding/onboarding.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { FRESH_DRAFT, type JourneyQueries } from '../journey/journey-queries.ts'

/** What the account keeps of the onboarding of a person. */
export const CONSUMER_QUERIES: JourneyQueries<ConsumerDraft> = {
  draft: { ...endpointQuery('GET /api/onboarding/consumer/draft'), ...FRESH_DRAFT },
  own: endpointQuery('GET /api/onboarding/consumer/case'),
}
