import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CaseStanding } from '#contract/verification/standing.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { signInUrl, useUser } from '#web/lib/session.ts'
import { ReviewWaitsForEmail } from '#web/shared/account/email/unconfirmed-email.tsx'
import { useOwnCase } from '#web/shared/verification/own-case.ts'
import { statusQuery } from '#web/shared/verification/use-verification.ts'
import { VerificationFailed } from '#web/shared/verification/verification-failed.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { Split, Stack } from '#web/ui/layout.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { SuccessHeading } from './success-heading.tsx'

const STEPS = [
  {
    id: 'documents',
    title: 'Document review',
    detail: 'We check that each document is readable, complete and in date.',
  },
  {
    id: 'check',
    title: 'Verification check',
    detail: 'We compare your details with your documents. This usually takes 24 to 48 hours.',
  },
  {
    id: 'activation',
    title: 'Account activation',
    detail: 'We email you the result, and activate your account if we approve it.',
  },
] as const

/** The confirmation of a submission. It is public, so that the link in a mail works; a receipt needs a submission. */
export function VerificationSuccessPage() {
  const user = useUser()
  return (
    <Page width="narrow">{user ? <Receipt /> : user === null ? <SignedOut /> : <ReceiptSkeleton />}</Page>
  )
}

function SignedOut() {
  usePageTitle('How we verify you')
  return (
    <div className="max-w-[720px]">
      <SuccessHeading
        tone="info"
        title="How we verify you"
        lead="Sign in to see whether we’ve received your application, and when you’ll hear from us."
      />
      <a className={buttonClass('primary', 'lg', false, 'mt-6')} href={signInUrl('/verification')}>
        Sign in
      </a>
      <div className="mt-8">
        <HowItGoes current={null} />
      </div>
    </div>
  )
}

function Receipt() {
  usePageTitle('Verification submitted')
  const status = useQuery({ ...statusQuery, refetchOnMount: 'always' })
  const [openedAt] = useState(() => Date.now())
  if (status.isError && !status.data)
    return <VerificationFailed message={status.error.message} retry={() => void status.refetch()} />
  // A status fetched before the submission doesn't include it.
  if (!status.data || status.dataUpdatedAt < openedAt) return <ReceiptSkeleton />
  const { standing } = status.data
  const own = standing[standing.leading]
  // None of this is true unless a review is pending; the verification page shows the actual status.
  if (!isWithUs(own.state)) return <Navigate to="/verification" replace />
  return (
    <>
      <SuccessHeading tone="success" title="Verification submitted" lead={own.sentence} />
      <Split sides="side" className="mt-8">
        <Stack>
          <Application own={own} />
          <ReviewWaitsForEmail />
          {own.promise ? (
            <Banner kind="info" title="What happens next">
              {own.promise.text}
            </Banner>
          ) : null}
          <HowItGoes title current={own.promise ? 0 : null} />
        </Stack>
        <Card aria-labelledby="status">
          <CardHeader id="status" title="Status">
            <StandingBadge badge={own.application} />
          </CardHeader>
          <CardBody>
            <p className="text-card text-ink-2">{own.sentence}</p>
            <Link className={buttonClass('primary', 'lg', true, 'mt-5')} to="/dashboard">
              Go to Dashboard
            </Link>
          </CardBody>
        </Card>
      </Split>
    </>
  )
}

function Application({ own }: { own: CaseStanding }) {
  const ownCase = useOwnCase(own.kind)
  return (
    <Card aria-labelledby="application">
      <CardHeader id="application" title="Your application" />
      <CardBody className="py-2">
        <KeyValueList
          items={[
            {
              label: 'Application ID',
              value: ownCase ? <span className="mono">{ownCase.reference}</span> : null,
            },
            { label: 'Submission date', value: formatDate(ownCase?.submittedAt, '') },
            { label: 'Expected review date', value: formatDateTime(own.promise?.at, '') },
          ]}
          missing="Not available"
        />
      </CardBody>
    </Card>
  )
}

/** The steps of a verification; none is `current` before our time starts. */
function HowItGoes({ title = false, current }: { title?: boolean; current: number | null }) {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className={title ? 'mb-4' : 'sr-only'}>
        How we verify you
      </h2>
      <Timeline
        items={STEPS.map((step, index) => ({ ...step, state: index === current ? 'current' : 'next' }))}
      />
    </section>
  )
}

function ReceiptSkeleton() {
  return (
    <LoadingRegion label="Loading your application" className="grid max-w-[720px] gap-4">
      <Skeleton width={320} height={32} />
      <Skeleton height={20} />
      <Skeleton height={160} />
    </LoadingRegion>
  )
}
