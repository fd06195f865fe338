import { useQuery } from '@tanstack/react-query'
import type { CaseKind } from '#contract/verification/cases.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useUser } from '#web/lib/session.ts'
import { workingTimeText } from '#web/shared/cases/case-times.ts'
import { type OwnCase, useOwnCase } from '#web/shared/verification/own-case.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { cardClass } from '#web/ui/card-class.ts'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'

/** The submitted details, read back. A failure to load says that the submission itself is safe (onboarding §8.1). */
export function SubmittedProfile({ kind }: { kind: CaseKind }) {
  return kind === 'business' ? <SubmittedCompany /> : <SubmittedPerson />
}

function SubmittedPerson() {
  const user = useUser()
  const own = useOwnCase('consumer')
  const { data, isError } = useQuery({
    ...endpointQuery('GET /api/onboarding/kyc-profile-by-user/:id', { params: { id: user?.id ?? 0 } }),
    enabled: user != null,
  })
  if (isError) return <UnreadableProfile />
  if (!data || own === undefined) return <Loading />
  const { profile } = data
  return (
    <Application
      own={own}
      name={{ label: 'Name', value: `${profile.first_name} ${profile.last_name}` }}
      createdAt={profile.created_at}
    />
  )
}

function SubmittedCompany() {
  const own = useOwnCase('business')
  const { data, isError } = useQuery(endpointQuery('GET /api/onboarding/business/profile'))
  if (isError) return <UnreadableProfile />
  if (!data || own === undefined) return <Loading />
  const { profile } = data
  return (
    <Application
      own={own}
      name={{ label: 'Company', value: profile.legal_name }}
      createdAt={profile.created_at}
    />
  )
}

function Application({
  own,
  name,
  createdAt,
}: {
  own: OwnCase | null
  name: { label: string; value: string }
  createdAt: string
}) {
  return (
    <Card className="mt-6" aria-labelledby="submitted-profile">
      <CardHeader id="submitted-profile" title="Your application">
        {own ? <StandingBadge badge={own.standing.application} /> : null}
      </CardHeader>
      <CardBody className="py-2">
        <KeyValueList
          items={[
            ...(own
              ? [{ label: 'Application ID', value: <span className="mono">{own.reference}</span> }]
              : []),
            name,
            { label: 'Submitted', value: formatDate(own?.submittedAt ?? createdAt) },
            ...(own ? datesOf(own) : []),
          ]}
        />
      </CardBody>
    </Card>
  )
}

/** The details couldn't be loaded; the submission succeeded nevertheless (onboarding §8.1). */
export function UnreadableProfile() {
  return (
    <Banner kind="warning" title="Unable to load your profile details" live>
      Your submission still went through.
    </Banner>
  )
}

function Loading() {
  return (
    <LoadingRegion label="Loading your profile details" className={cardClass(true, 'mt-6 grid gap-4')}>
      <Skeleton height={18} />
      <Skeleton height={18} />
      <Skeleton height={18} />
    </LoadingRegion>
  )
}

/** When the answer is due, or when it was given: after the answer nothing is due. */
function datesOf(own: OwnCase) {
  const { dueAt, decidedAt, workingMs } = own
  // Our time doesn't start before the email is confirmed.
  if (isWithUs(own.state))
    return [
      ...(dueAt ? [{ label: 'You will hear by', value: formatDateTime(dueAt) }] : []),
      ...(dueAt === null || workingMs === null
        ? []
        : [{ label: 'Working time so far', value: workingTimeText(workingMs) }]),
    ]
  return decidedAt ? [{ label: 'Decided', value: formatDateTime(decidedAt) }] : []
}
