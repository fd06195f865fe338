import { endpointQuery } from '#web/lib/query-client.ts'

/** The draft of the account; read afresh on every visit, because other devices write it too. */
export const draftQuery = {
  ...endpointQuery('GET /api/onboarding/consumer/draft'),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
}

export const caseQuery = endpointQuery('GET /api/onboarding/consumer/case')

/** The submitted profile of a person, for a case that has come back. */
export function ownProfileQuery(userId: number) {
  return endpointQuery('GET /api/onboarding/kyc-profile-by-user/:id', { params: { id: userId } })
}
