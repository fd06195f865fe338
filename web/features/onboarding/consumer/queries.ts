import type { ConsumerDraft } from '#contract/onboarding/onboarding.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { draftQuery, type JourneyQueries } from '../journey/journey-queries.ts'

/** What the account stores of a person's onboarding. */
export const CONSUMER_QUERIES: JourneyQueries<ConsumerDraft> = {
  draft: draftQuery('GET /api/onboarding/consumer/draft'),
  own: endpointQuery('GET /api/onboarding/consumer/case'),
}
