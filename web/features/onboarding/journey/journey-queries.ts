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

/** What the account keeps of an onboarding, before its page shows. */
export interface JourneyQueries<Draft> {
  draft: Query<{ draft: Draft | null; revision: number; savedAt: string | null }>
  own: Query<{ case: ReturnedCase | null }>
}

/** Asks for what was submitted, for a case that is filled in again. */
export type ProfileQuery<Profile> = (
  applicant: JourneyApplicant,
) => Query<{ success: true; profile: Profile }>

type Query<Answer> = UseQueryOptions<Answer>

/**
 * The unsubmitted answers of an account. They are read afresh on every visit, because other devices write them too, and those that
 * came with the page don't count where this tab has sent some: the page may have been made before they were stored.
 */
export function draftQuery<K extends DraftKey>(key: K) {
  return {
    ...endpointQuery(key),
    staleTime: 1000,
    // Long enough to get from the loader to the page, short enough that a later visit asks again.
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

/** Fetches what the page of a journey needs before it shows, beside its code. Failures are the page's own to tell. */
export async function loadJourney<Draft>(
  queries: JourneyQueries<Draft>,
  loadPage: (() => Promise<void> | undefined) | undefined,
): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery)
  const person = session.user ?? session.applicant
  if (!person) return
  await Promise.all([
    // Which stays fresh no longer than from here to the page.
    Promise.resolve(loadPage?.()).then(() => queryClient.prefetchQuery(queries.draft)),
    queryClient.prefetchQuery(queries.own),
    queryClient.prefetchQuery(ownDocumentsQuery),
    queryClient.prefetchQuery(riskAcceptedQuery(person.id)),
  ])
}
