import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import FilePenLine from 'lucide-react/icons/file-pen-line'
import SearchCheck from 'lucide-react/icons/search-check'
import { USER_TYPE_CARDS } from '#contract/account/user-types.ts'
import type { StepStanding } from '#contract/verification/standing.ts'
import { confirmationStanding } from '#domain/cases/confirmation.ts'
import { CATEGORY_NAMES } from '#domain/investors/answers-text.ts'
import { londonDate } from '#domain/plain-date.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { hasEnded, stepTask } from '#domain/standing/next-step.ts'
import { isRiskDisclosure } from '#domain/standing/verification-progress.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { ExpiryBanner } from '#web/shared/certifications/expiry-banner.tsx'
import { type OwnCase, sentencesOf, useOwnCase } from '#web/shared/verification/own-case.ts'
import { StartedApplication } from '#web/shared/verification/started-application.tsx'
import { type LoadedVerification, useVerification } from '#web/shared/verification/use-verification.ts'
import { VerificationFailed } from '#web/shared/verification/verification-failed.tsx'
import { StartAgain } from '#web/shared/verification/withdraw-application.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, Rule } from '#web/ui/card.tsx'
import { CARD_PADDING_CLASS, cardClass } from '#web/ui/card-class.ts'
import { SPLIT_CLASS, Split, Stack } from '#web/ui/layout.tsx'
import { MeterBar } from '#web/ui/meter.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { StatusBadge, type StatusLook } from '#web/ui/status-badge.tsx'
import { TASK_ROW_CLASS, TaskList, TaskRow } from '#web/ui/task-list.tsx'
import { CorrectionsCard } from './corrections-card.tsx'
import { NextSteps } from './next-steps.tsx'

const LOOK = {
  required: { family: 'yellow', icon: FilePenLine },
  pending: { family: 'blue', icon: SearchCheck },
  completed: { family: 'green', icon: Check },
  refused: { family: 'red', icon: CircleX },
} as const

/** The verification page's first tab. */
export function StatusTab() {
  const verification = useVerification()
  const leading = verification.kind === 'loaded' ? (verification.standing?.leading ?? 'consumer') : undefined
  const own = useOwnCase(leading)
  if (verification.kind === 'failed') return <VerificationFailed {...verification} />
  if (verification.kind === 'loading' || own === undefined) return <StatusSkeleton />
  const statement = verification.status?.investorStatement
  const needsStatement = verification.steps.some(({ id }) => id === 'trader_certification')
  return (
    <Split sides="side">
      <Stack>
        {statement && needsStatement ? (
          <ExpiryBanner
            statement={statement}
            now={new Date()}
            action={<Link to="/certification/trader">Renew it now</Link>}
          />
        ) : null}
        {own?.state === 'needs_resubmission' ? (
          <CorrectionsCard own={own} next={verification.standing?.next} />
        ) : null}
        {own ? <StartAgain own={own} /> : null}
        <StartedApplication />
        {own?.state === 'reverification_due' ? <ConfirmBanner by={own.confirmBy} /> : null}
        <ProgressCard own={own} verification={verification} />
      </Stack>
      <NextSteps own={own} />
    </Split>
  )
}

function StatusSkeleton() {
  return (
    <LoadingRegion label="Loading your verification status" className={SPLIT_CLASS.side}>
      <div className={cardClass()}>
        <div className={`${CARD_PADDING_CLASS} grid gap-5`}>
          <Skeleton width={220} height={22} />
          <Skeleton height={12} />
        </div>
        {['risk', 'type', 'identity'].map((row) => (
          <div className={TASK_ROW_CLASS} key={row}>
            <Skeleton width={40} height={40} />
            <span className="grid gap-2">
              <Skeleton width="40%" />
              <Skeleton width="65%" />
            </span>
            <Skeleton width={92} height={26} />
          </div>
        ))}
      </div>
      <div className="grid gap-4">
        <Skeleton width={160} height={18} />
        <Skeleton height={72} />
      </div>
    </LoadingRegion>
  )
}

/** Asks a verified person to confirm their details, and by when (cases, Confirmation). */
function ConfirmBanner({ by }: { by: string | null }) {
  const day = by && formatDate(londonDate(new Date(by)))
  const isLate = by !== null && confirmationStanding(new Date(by), new Date()) === 'overdue'
  return (
    <Banner
      kind="warning"
      title={day && !isLate ? `Please confirm your details by ${day}` : 'Please confirm your details'}
    >
      {isLate ? `We asked you to do this by ${day}. ` : null}
      Check the details we verified and confirm that they’re still correct. If a document has expired, upload
      the new one. <Link to="/verification/confirm">Confirm your details</Link>
    </Banner>
  )
}

/** Percentage, status and the steps, each with its button or badge. */
function ProgressCard({ own, verification }: { own: OwnCase | null; verification: LoadedVerification }) {
  const { steps, percent, progress, standing } = verification
  const solid = (steps.filter((step) => step.status === 'completed').length / steps.length) * 100
  const leading = standing?.[standing.leading] ?? own?.standing
  // While something needs correcting or restarting, the solid button is in the card above.
  const isAbove = own !== null && (own.state === 'needs_resubmission' || hasEnded(own.state))
  const primary = isAbove ? undefined : steps.find((step) => step.status === 'required')
  return (
    <Card aria-labelledby="verification-progress">
      <CardBody>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="verification-progress">Verification progress</h2>
          {leading ? <StandingBadge badge={leading.application} /> : null}
        </div>
        {leading ? <p className="mt-2">{sentencesOf(leading)}</p> : null}
        <p className="mt-2 mb-5 text-ink-2">{progress}</p>
        <MeterBar label="Verification progress" percent={percent} completedPercent={solid} />
      </CardBody>
      <Rule />
      <TaskList>
        {steps.map((step) => (
          <StepRow
            key={step.id}
            step={step}
            own={own}
            verification={verification}
            isPrimary={step === primary}
          />
        ))}
      </TaskList>
    </Card>
  )
}

type Props = {
  step: StepStanding
  own: OwnCase | null
  verification: LoadedVerification
  isPrimary: boolean
}

/** One step of the progress card: Complete, In Review or Completed. */
function StepRow({ step, own, verification, isPrimary }: Props) {
  return (
    <TaskRow
      {...LOOK[step.status]}
      title={step.label}
      detail={detailOf(step, own, verification)}
      end={<StepEnd step={step} isPrimary={isPrimary} />}
    />
  )
}

function detailOf(step: StepStanding, own: OwnCase | null, verification: LoadedVerification) {
  const { status, certifications } = verification
  switch (step.id) {
    case 'risk_disclosure': {
      const accepted = certifications.find((certification) =>
        isRiskDisclosure(certification.certification_name),
      )
      if (step.status === 'required') return taskOf(step, verification)
      return accepted ? `Accepted on ${formatDate(accepted.acknowledged_at)}` : 'Accepted'
    }
    case 'user_classification': {
      const type = status?.userType ?? status?.pendingUserType
      const card = USER_TYPE_CARDS.find((card) => card.id === type)
      if (step.status === 'required') return taskOf(step, verification)
      return card ? `You chose: ${card.title}` : 'Chosen'
    }
    case 'trader_certification':
      return <CertificationDetail step={step} verification={verification} />
    case 'identity_verification':
      return identityDetail(step.status, own) ?? taskOf(step, verification)
    default:
      return step.id satisfies never
  }
}

/** The statement's category and expiry, or what is still to do (choices §4.3). */
function CertificationDetail({ step, verification }: Pick<Props, 'step' | 'verification'>) {
  const statement = verification.status?.investorStatement
  if (step.status === 'required') return taskOf(step, verification)
  if (!statement) return 'You’ve certified yourself.'
  return (
    <>
      {CATEGORY_NAMES[statement.category]}, valid until {formatDate(statement.expiresAt)}.{' '}
      <Link to="/certification/trader">View or renew</Link>
    </>
  )
}

function taskOf(step: StepStanding, { status, standing }: LoadedVerification): string {
  const statement = status?.investorStatement
  return stepTask(step.id, {
    isCompany: standing?.leading === 'business',
    endedOn: statement?.standing === 'expired' ? formatDate(statement.expiresAt) : null,
    opensAt: step.opensAt && formatDateTime(step.opensAt),
  })
}

/** The state of the check; null while it hasn't been submitted. */
function identityDetail(status: StepStanding['status'], own: OwnCase | null): string | null {
  if (own?.state === 'rejected') return `Decided on ${formatDate(own.decidedAt)}`
  if (own?.state === 'needs_resubmission') return `Reviewed on ${formatDate(own.decidedAt)}`
  if (status === 'completed') {
    return own?.decidedAt
      ? `Approved on ${formatDate(own.decidedAt)}`
      : own?.kind === 'business'
        ? 'Your company is verified.'
        : 'Your identity is verified.'
  }
  if (status === 'pending') {
    const what = own?.kind === 'business' ? 'Company details' : 'Documents'
    return own?.submittedAt ? `${what} received on ${formatDate(own.submittedAt)}` : 'With our team'
  }
  return null
}

/** Statuses without a button: a required step has one, and a refused one shows the case's status. */
const END_LOOK: Readonly<Record<Exclude<StepStanding['status'], 'required' | 'refused'>, StatusLook>> = {
  pending: { label: 'In Review', family: 'blue', icon: Clock },
  completed: { label: 'Completed', family: 'green', icon: CircleCheck },
}

/** The right end of a step: Complete, In Review or Completed; after a final refusal its status, and no button. */
function StepEnd({ step, isPrimary = false }: { step: StepStanding; isPrimary?: boolean }) {
  if (step.status === 'refused') return <StandingBadge badge={caseBadge('rejected', 'application')} />
  if (step.status !== 'required') return <StatusBadge look={END_LOOK[step.status]} />
  return (
    <Link className={buttonClass(isPrimary ? 'primary' : 'secondary')} to={step.href}>
      Complete<span className="sr-only"> {step.label}</span>
    </Link>
  )
}
