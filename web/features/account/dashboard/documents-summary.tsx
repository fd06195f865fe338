import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { CONSUMER_SLOTS, type ConsumerSlot, SLOT_LABELS } from '#contract/documents.ts'
import { requiredSlots } from '#domain/cases/document-requirements.ts'
import { paths } from '#web/lib/paths.ts'
import { ownDocumentsQuery } from '#web/parts/documents/queries.ts'
import { Card, CardBody, CardHeader, Rule } from '#web/ui/card.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { Segments } from '#web/ui/meter.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { documentStatus } from '#web/ui/status.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { PanelFailed } from '../panel-failed.tsx'
import { type Profile, useBusinessProfile, useKycProfile } from '../queries.ts'

/** The documents held: the person's four, or for an account that verifies a company alone, what is held of it. */
export function DocumentsSummary({ profile }: { profile: Profile }) {
  const isCompanyAlone = profile.businessProfile !== null && profile.kycProfile === null
  return isCompanyAlone ? <CompanySummary profile={profile} /> : <OwnDocuments profile={profile} />
}

function OwnDocuments({ profile }: { profile: Profile }) {
  const kyc = useKycProfile(profile)
  const documents = useQuery(ownDocumentsQuery)
  // Which documents are asked for hangs on the answers: without them nothing is called missing.
  for (const query of [documents, kyc]) if (query.isError && !query.data) return <Failed query={query} />
  if (!documents.data || kyc.isLoading) return <Loading />
  const held = new Set(
    documents.data.documents.flatMap((one) => (one.kind === 'consumer' ? [one.documentType] : [])),
  )
  const required: readonly ConsumerSlot[] = requiredSlots(kyc.data?.profile.doc_type ?? null)
  const uploaded = CONSUMER_SLOTS.filter((slot) => held.has(slot)).length
  return (
    <Card aria-labelledby="documents">
      <CardHeader id="documents" title="Documents">
        <b className="font-semibold tabular-nums">
          {uploaded} of {CONSUMER_SLOTS.length}
        </b>
      </CardHeader>
      <CardBody className="py-5">
        <Segments done={uploaded} total={CONSUMER_SLOTS.length} />
      </CardBody>
      <ul className="lst">
        {CONSUMER_SLOTS.map((slot) => (
          <li key={slot} className="justify-between">
            <span>{SLOT_LABELS[slot]}</span>
            {held.has(slot) || required.includes(slot) ? (
              <StatusBadge vocabulary={documentStatus} value={held.has(slot) ? 'uploaded' : 'missing'} />
            ) : (
              <span className="text-sm text-ink-3">Not needed</span>
            )}
          </li>
        ))}
      </ul>
      <Rule />
      <CardBody className="py-4">
        {profile.kycProfile ? <ToDocuments /> : <Link to={paths.onboarding()}>Go to onboarding</Link>}
      </CardBody>
    </Card>
  )
}

function CompanySummary({ profile }: { profile: Profile }) {
  const business = useBusinessProfile(profile)
  const documents = useQuery(ownDocumentsQuery)
  if (business.isError && !business.data) return <Failed query={business} />
  if (!business.data) return <Loading />
  const { legal_name, representatives, beneficialOwners } = business.data.profile
  const papers = documents.data?.documents.filter(({ kind }) => kind === 'business').length
  const items: KeyValue[] = [
    { label: 'Legal name', value: legal_name },
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
    <Link to={paths.profile()} search={{ tab: 'documents' }}>
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
