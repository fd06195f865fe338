import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { CaseKind } from '#contract/verification/cases.ts'
import type { Leaf, LeafLine } from '#contract/verification/leaf.ts'
import type { CaseStanding } from '#contract/verification/standing.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ReviewWaitsForEmail } from '#web/shared/account/email/unconfirmed-email.tsx'
import { homeQuery } from '#web/shared/verification/leaf/home-query.ts'
import { LoneLeaf } from '#web/shared/verification/leaf/leaf.tsx'
import { MeanwhileCard } from '#web/shared/verification/meanwhile-card.tsx'
import { ownCaseQuery, sentencesOf, useOwnCase } from '#web/shared/verification/own-case.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { UnreadableProfile } from './submitted-profile.tsx'

/**
 * The receipt of a submission that awaits our review: the leaf as sent, when we will answer, and what happens
 * next (onboarding §2.9; design §11.4).
 */
export function SubmissionReceipt({
  own,
  title,
  next,
  isComplete = true,
}: {
  own: CaseStanding
  title: string
  /** What the person has to do now, shown instead of the optional links. */
  next?: ReactNode
  /** Whether nothing is left for the person to do. */
  isComplete?: boolean
}) {
  usePageTitle(title)
  const home = useQuery({ ...homeQuery, refetchOnMount: 'always' })
  const leaf = home.data?.leaf?.kind === own.kind ? home.data.leaf : null
  const sent = leaf?.lines.find(isWithUs)
  const removal = useOwnCase(own.kind)?.removal ?? null
  const firstName = leaf ? home.data?.firstName : null
  return (
    <Page
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-8 pt-12 max-md:pt-6 2xl:grid-cols-[minmax(0,1fr)_540px]',
        // Next to a form the leaf starts at the top of the page.
        next ? '2xl:items-start' : '2xl:items-center',
      )}
    >
      <div className="flex justify-center max-2xl:hidden">
        {leaf ? <LoneLeaf leaf={leaf} size="receipt" /> : null}
      </div>
      <div className="grid max-w-[540px] min-w-0 gap-6 max-2xl:max-w-[720px]">
        <div className="flex items-start justify-between gap-4" data-uncovered>
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
              <StandingBadge badge={sent?.badge ?? own.application} />
              {title}
            </p>
            <h1 className="mt-2 [overflow-wrap:anywhere]" tabIndex={-1}>
              {headingOf(own, { isComplete, isRemoval: removal !== null })}
              {firstName ? `, ${firstName}` : null}
            </h1>
            <p className="mt-2 text-lead text-ink-2">
              <WhenWeAnswer own={own} />
            </p>
          </div>
          {leaf ? (
            <div className="flex-none 2xl:hidden">
              <LoneLeaf leaf={leaf} size="compact" />
            </div>
          ) : null}
        </div>
        <ReviewWaitsForEmail />
        {home.isError && !home.data ? (
          <UnreadableProfile />
        ) : (
          <Receipt own={own} leaf={home.data ? leaf : undefined} company={leaf && home.data?.company} />
        )}
        <section aria-labelledby="what-happens">
          <h2 className="text-h3 mb-4" id="what-happens">
            What happens now
          </h2>
          <Timeline items={stagesOf(own, removal !== null)} />
        </section>
        {next ?? (home.data?.meanwhile ? <MeanwhileCard meanwhile={home.data.meanwhile} /> : null)}
        <Links hasAction={!isComplete} />
      </div>
    </Page>
  )
}

const isWithUs = ({ state }: LeafLine) => state === 'with_us'

function headingOf(
  { isSentAgain }: CaseStanding,
  { isComplete, isRemoval }: { isComplete: boolean; isRemoval: boolean },
): string {
  if (isRemoval) return 'We have your changes'
  if (isSentAgain) return 'We have what you sent again'
  return isComplete ? 'We have everything' : 'We have your application'
}

function WhenWeAnswer({ own }: { own: CaseStanding }) {
  if (!own.promise || own.promise.isLate) return sentencesOf(own)
  return (
    <>
      You’ll hear from us by{' '}
      <b className="font-semibold text-ink tabular-nums">{formatDateTime(own.promise.at)}</b>. We’ll email
      you.
    </>
  )
}

function Receipt({
  own,
  leaf,
  company,
}: {
  own: CaseStanding
  /** Undefined while unknown; null if the home page shows another application of the same person. */
  leaf: Leaf | null | undefined
  company: string | null | undefined
}) {
  // Data fetched before this page opened has the previous round's time.
  const [openedAt] = useState(() => Date.now())
  const { data, dataUpdatedAt, isError } = useQuery({ ...ownCaseQuery(own.kind), refetchOnMount: 'always' })
  const sentAt = dataUpdatedAt < openedAt ? undefined : data?.case?.submittedAt
  // Data fetched before this page opened doesn't know of it.
  const removal = sentAt === undefined ? null : data?.case?.removal
  const isLeftBehind = (key: string) => removal?.decidedAgain.some(({ item }) => item === key) ?? false
  // In the first round without what was left blank; after it, only the lines that were sent again.
  const wasSent = ({ key, given }: LeafLine) => (own.isSentAgain ? !isLeftBehind(key) : given !== null)
  const sent =
    leaf === null
      ? null
      : leaf?.lines.filter((line) => isWithUs(line) && wasSent(line)).map(({ label }) => label)
  return (
    <Card className="px-5 py-4" aria-label="Your receipt" data-uncovered>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {company ? <Fact label="Company">{company}</Fact> : null}
        <Fact label="Application ID">{leaf && <span className="mono">{leaf.reference}</span>}</Fact>
        <Fact label="Sent">{isError ? null : sentAt && formatDateTime(sentAt)}</Fact>
        {own.isSentAgain ? (
          <>
            {removal ? <Fact label="You removed">{removal.removed.join(', ')}</Fact> : null}
            {removal?.decidedAgain.length ? (
              <Fact label="We look at again">{removal.decidedAgain.map(({ name }) => name).join(', ')}</Fact>
            ) : null}
            {removal && sent?.length === 0 ? null : (
              <Fact label="Sent again">{sent === null ? null : sent?.join(', ')}</Fact>
            )}
          </>
        ) : (
          <Fact label="What you sent">{sent === null ? null : sent?.join(', ')}</Fact>
        )}
      </dl>
    </Card>
  )
}

/** One detail of the receipt: a skeleton while undefined, nothing if null. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === null) return null
  return (
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <dt className="text-[.84375rem] leading-4.5 text-ink-3">{label}</dt>
      <dd className="mt-0.5 text-card font-semibold tabular-nums">
        {children ?? <Skeleton width={96} height={18} />}
      </dd>
    </div>
  )
}

const COMPARED: Readonly<Record<CaseKind, string>> = {
  consumer: 'A person on our team compares your photos with what you told us',
  business: 'A person on our team checks your company and the people behind it',
}

/** What happens after a submission, in order; an unconfirmed email comes first. */
function stagesOf({ kind, promise, isSentAgain }: CaseStanding, isRemoval: boolean) {
  const again = isRemoval ? 'your changes' : 'what you sent again'
  const compared = isSentAgain ? `A person on our team looks at ${again}` : COMPARED[kind]
  const checks = { id: 'checks', title: compared }
  const rest = [
    {
      id: 'again',
      title: 'If one line isn’t clear, we ask for that line only',
      detail: 'The rest stays as it is.',
    },
    {
      id: 'verified',
      title: `When every line is checked, ${kind === 'business' ? 'your company is' : 'you’re'} verified`,
      detail: 'We’ll email you the result.',
    },
  ]
  const stages = promise
    ? [checks, ...rest]
    : [
        { id: 'email', title: 'You confirm your email address', detail: 'Our time starts then.' },
        checks,
        ...rest,
      ]
  return stages.map((stage, index) => ({
    ...stage,
    state: index === 0 ? ('current' as const) : ('next' as const),
  }))
}

/**
 * The specified links (onboarding §2.9); the solid button belongs to the action above, if there is
 * one.
 */
function Links({ hasAction }: { hasAction: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <Link
        className={buttonClass(hasAction ? 'secondary' : 'primary', 'lg')}
        to="/verification"
        data-uncovered
      >
        Follow your verification
      </Link>
      <ul className="flex flex-wrap gap-x-5 text-sm [&_a]:inline-block [&_a]:py-1.5">
        <li>
          <Link to="/profile">View Profile</Link>
        </li>
        <li>
          <Link to="/dashboard">Go to Dashboard</Link>
        </li>
        <li>
          <Link to="/">Go to Homepage</Link>
        </li>
      </ul>
    </div>
  )
}
