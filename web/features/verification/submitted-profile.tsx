import { useQuery } from '@tanstack/react-query'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useUser } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { CaseBadge } from './case-badge.tsx'
import { type ConsumerCase, useConsumerCase, waitsForReviewer } from './use-verification.ts'

/** What was submitted, read back. A failure takes nothing away from the submission, and says so (onboarding §8). */
export function SubmittedProfile({ id }: { id?: string }) {
  const user = useUser()
  // The address may say `pending`, or nothing: then it is the reader's own profile.
  const profileId = Number(id) || user?.kycProfile?.id
  const own = useConsumerCase()
  const { data, isError } = useQuery({
    ...endpointQuery('GET /api/onboarding/kyc-profile/:id', { params: { id: profileId ?? 0 } }),
    enabled: profileId !== undefined,
  })
  if (isError) {
    return (
      <Banner kind="warning" title="Unable to load your profile details" className="mt-6" live>
        Your submission still succeeded.
      </Banner>
    )
  }
  if (!profileId) return null
  if (!data || own === undefined) {
    return (
      <LoadingRegion label="Loading your profile details" className="card pad mt-6 grid gap-4">
        <Skeleton height={18} />
        <Skeleton height={18} />
        <Skeleton height={18} />
      </LoadingRegion>
    )
  }
  const { profile } = data
  return (
    <Card className="mt-6" aria-labelledby="submitted-profile">
      <CardHeader id="submitted-profile" title="Your application">
        <CaseBadge one={own} fallback={profile.kyc_status} />
      </CardHeader>
      <CardBody className="py-2">
        <KeyValueList
          items={[
            { label: 'Application ID', value: <span className="mono">{profile.id}</span> },
            { label: 'Name', value: `${profile.first_name} ${profile.last_name}` },
            { label: 'Submitted', value: formatDate(own?.submittedAt ?? profile.created_at) },
            ...(own ? datesOf(own) : []),
          ]}
        />
      </CardBody>
    </Card>
  )
}

/** When the answer comes, or when it came: who has been answered waits for nothing. */
function datesOf(own: ConsumerCase) {
  const { dueAt, decidedAt } = own
  if (waitsForReviewer(own)) return dueAt ? [{ label: 'You will hear by', value: formatDateTime(dueAt) }] : []
  return decidedAt ? [{ label: 'Decided', value: formatDateTime(decidedAt) }] : []
}
