import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { DocumentsStanding } from '#contract/verification/standing.ts'
import { ownDocumentsQuery } from '#web/shared/documents/queries.ts'
import type { Verification } from '#web/shared/verification/use-verification.ts'
import { Card, CardBody, CardHeader, Rule } from '#web/ui/card.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { Segments } from '#web/ui/meter.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { PanelFailed } from '../panel-failed.tsx'
import { type Profile, useBusinessProfile } from '../queries.ts'

/** The documents held: the person's four, or for an account that verifies a company alone, what is held of it. */
export function DocumentsSummary({
  profile,
  verification,
}: {
  profile: Profile
  verification: Verification
}) {
  const isCompanyAlone = profile.businessProfile !== null && profile.kycProfile === null
  if (isCompanyAlone) return <CompanySummary profile={profile} />
  if (verification.kind === 'loading') return <Loading />
  const documents = verification.kind === 'loaded' ? verification.standing?.documents : null
  // The progress beside says that it could not be loaded, and offers to try again.
  return documents ? <OwnDocuments profile={profile} documents={documents} /> : null
}

function OwnDocuments({ profile, documents }: { profile: Profile; documents: DocumentsStanding }) {
  return (
    <Card aria-labelledby="documents">
      <CardHeader id="documents" title="Documents">
        <b className="font-semibold tabular-nums">
          {documents.done} of {documents.total}
        </b>
      </CardHeader>
      <CardBody className="py-5">
        <Segments done={documents.done} total={documents.total} />
      </CardBody>
      <ul className="lst">
        {documents.slots.map(({ slot, label, badge }) => (
          <li key={slot} className="justify-between">
            <span>{label}</span>
            <StandingBadge badge={badge} />
          </li>
        ))}
      </ul>
      <Rule />
      <CardBody className="py-4">
        {profile.kycProfile ? <ToDocuments /> : <Link to="/onboarding">Go to onboarding</Link>}
      </CardBody>
    </Card>
  )
}

function CompanySummary({ profile }: { profile: Profile }) {
  const business = useBusinessProfile(profile)
  const documents = useQuery(ownDocumentsQuery)
  if (business.isError && !business.data) return <Failed query={business} />
  if (!business.data) return <Loading />
  const { legal_name, company_number, lei, representatives, beneficialOwners } = business.data.profile
  const papers = documents.data?.documents.filter(({ kind }) => kind === 'business').length
  const items: KeyValue[] = [
    { label: 'Legal name', value: legal_name },
    { label: 'Company number', value: company_number },
    ...(lei ? [{ label: 'LEI', value: lei }] : []),
    { label: 'Representatives', value: String(representatives.length) },
    { label: 'Beneficial owners', value: String(beneficialOwners.length) },
    { label: 'Documents', value: papers === undefined ? null : String(papers) },
  ]
  return (
    <Card aria-labelledby="documents">
      <CardHeader id="documents" title="Your company" />
      <CardBody className="py-3">
        <KeyValueList items={items} missing="Not available" />
      </CardBody>
      <Rule />
      <CardBody className="py-4">
        <ToDocuments />
      </CardBody>
    </Card>
  )
}

function ToDocuments() {
  return (
    <Link to="/profile" search={{ tab: 'documents' }}>
      Open your documents
    </Link>
  )
}

function Failed({ query }: ComponentProps<typeof PanelFailed>) {
  return (
    <Card aria-labelledby="documents">
      <CardHeader id="documents" title="Documents" />
      <CardBody className="pt-2">
        <PanelFailed query={query} />
      </CardBody>
    </Card>
  )
}

function Loading() {
  return (
    <LoadingRegion label="Loading your documents" className="card pad grid gap-4">
      <Skeleton width="40%" height={22} />
      <Skeleton height={8} />
      <Skeleton height={120} />
    </LoadingRegion>
  )
}
