import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PROMISED_HOURS } from '#contract/cases.ts'
import { formatDate } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { useUser } from '#web/lib/session.ts'
import { leadingKind, ownCaseQuery, waitsForReviewer } from '#web/parts/verification/own-case.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { Page } from '#web/ui/page.tsx'
import { applicationStatus } from '#web/ui/status.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { SuccessHeading } from './success-heading.tsx'

const HOUR_MS = 3_600_000

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
    detail: 'We email you the result, and your account opens when all is well.',
  },
] as const

/**
 * The public confirmation of a submission; its own dates for someone signed in, else those of a submission now
 * (onboarding §2).
 */
export function VerificationSuccessPage() {
  usePageTitle('Verification submitted')
  const search = useSearch({ from: '/app/verification-success' })
  const user = useUser()
  const query = useQuery({
    ...ownCaseQuery(leadingKind(user)),
    enabled: Boolean(user),
    refetchOnMount: 'always',
  })
  const own = user ? query.data?.case : null
  const profileId = (user?.businessProfile ?? user?.kycProfile)?.id
  const [openedAt] = useState(() => new Date())
  const submittedAt = own?.submittedAt ? new Date(own.submittedAt) : openedAt
  // Nothing of this is true for someone who waits for no reviewer; their verification page says how it stands.
  const isSettled = own !== undefined && !query.isFetching && !(own && waitsForReviewer(own))
  if (user && isSettled) return <Navigate to={paths.verification()} replace />
  const dueAt = own?.dueAt ? new Date(own.dueAt) : new Date(submittedAt.getTime() + PROMISED_HOURS * HOUR_MS)
  return (
    <Page width="narrow">
      <SuccessHeading
        tone="success"
        title="Verification submitted"
        lead="Thank you. We have received your application."
      />
      <div className="split-side mt-8">
        <div className="col">
          <Card aria-labelledby="application">
            <CardHeader id="application" title="Your application" />
            <CardBody className="py-2">
              <KeyValueList
                items={[
                  {
                    label: 'Application ID',
                    value: <span className="mono">{profileId ?? search.id ?? 'Pending'}</span>,
                  },
                  { label: 'Submission date', value: formatDate(submittedAt) },
                  { label: 'Expected review date', value: formatDate(dueAt) },
                ]}
              />
            </CardBody>
          </Card>
          <Banner kind="info" title="What happens next">
            Our team reviews your application within {PROMISED_HOURS} hours. You do not need to do anything
            now; we email you the result.
          </Banner>
          <section aria-labelledby="steps">
            <h2 id="steps" className="mb-4">
              How we verify you
            </h2>
            <Timeline
              items={STEPS.map((step, index) => ({ ...step, state: index === 0 ? 'current' : 'next' }))}
            />
          </section>
        </div>
        <Card aria-labelledby="status">
          <CardHeader id="status" title="Status">
            <StatusBadge vocabulary={applicationStatus} value="under_review" />
          </CardHeader>
          <CardBody>
            <p className="text-card text-ink-2">Our team is looking at your application.</p>
            <Link className={buttonClass('primary', 'lg', true, 'mt-5')} to={paths.dashboard()}>
              Go to Dashboard
            </Link>
          </CardBody>
        </Card>
      </div>
    </Page>
  )
}
