import { endpointQuery } from '#web/lib/query-client.ts'

/** The draft of the account; read afresh on every visit, because other devices write it too. */
export const draftQuery = {
  ...endpointQuery('GET /api/onboarding/consumer/draft'),
  staleTime: 1000,
  // Long enough to get from the loader to the page, short enough that a later visit asks again.
  gcTime: 1000,
  refetchOnWindowFocus: false,
}

export const caseQuery = endpointQuery('GET /api/onboarding/consumer/case')

/** The submitted profile of a person, for a case that is filled in again. */
export function ownProfileQuery(userId: number) {
  return endpointQuery('GET /api/onboarding/kyc-profile-by-user/:id', { params: { id: userId } })
}
