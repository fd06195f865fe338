import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#web/lib/query-client.ts'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'

/** For an applicant whose email is not confirmed: why nothing is reviewed yet, and a new link. */
export function ReviewWaitsForEmail() {
  const { data } = useQuery(endpointQuery('GET /api/user/profile'))
  return data ? <UnconfirmedEmail profile={data} /> : null
}
