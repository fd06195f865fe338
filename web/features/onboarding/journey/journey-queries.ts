import type { UseQueryOptions } from '@tanstack/react-query'
import { type Answer, callAddress } from '#web/lib/api.ts'
import { readStored, removeStored } from '#web/lib/browser-storage.ts'
import { firstAnswer } from '#web/lib/first-answers.ts'
import { endpointQuery, queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'
import { riskAcceptedQuery } from '#web/shared/certifications/risk-disclosure/queries.ts'
import { ownDocumentsQuery } from '#web/shared/documents/own-documents.ts'
import type { JourneyApplicant } from './applicant.ts'
import type { ReturnedCase } from './correction.ts'

/** What the account stores of an onboarding, loaded before its page shows. */
export interface JourneyQueries<Draft> {
  draft: Query<{ draft: Draft | null; revision: number; savedAt: string | null }>
  own: Query<{ case: ReturnedCase | null }>
}

/** Fetches what was submitted, for a case that is filled in again. */
export type ProfileQuery<Profile> = (
  applicant: JourneyApplicant,
) => Query<{ success: true; profile: Profile }>

type Query<Answer> = UseQueryOptions<Answer>

/**
 * An account's unsubmitted answers. They are fetched on every visit, because other devices write them too;
 * those delivered with the page don't count if this tab has sent some, because the page may predate them.
 */
export function draftQuery<K extends DraftKey>(key: K) {
  return {
    ...endpointQuery(key),
    staleTime: 1000,
    // Long enough to get from the loader to the page, short enough that a later visit refetches.
    gcTime: 1000,
    refetchOnWindowFocus: false,
    initialData: () => {
      const draft = firstAnswer<Answer<K>>(callAddress(key, undefined))
      const hasSent = readStored('session', SESSION_KEYS.draftSent) !== null
      removeStored('session', SESSION_KEYS.draftSent)
      return hasSent ? undefined : draft
    },
  }
}

type DraftKey = 'GET /api/onboarding/consumer/draft' | 'GET /api/onboarding/business/draft'

/** Fetches the data of a journey's page in parallel with its code. The page itself reports failures. */
export async function loadJourney<Draft>(
  queries: JourneyQueries<Draft>,
  loadPage: (() => Promise<void> | undefined) | undefined,
): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery)
  const person = session.user ?? session.applicant
  if (!person) return
  await Promise.all([
    // It stays fresh only until the page shows.
    Promise.resolve(loadPage?.()).then(() => queryClient.prefetchQuery(queries.draft)),
    queryClient.prefetchQuery(queries.own),
    queryClient.prefetchQuery(ownDocumentsQuery),
    queryClient.prefetchQuery(riskAcceptedQuery(person.id)),
  ])
}
