import { Link } from '@tanstack/react-router'
import { progressPercent, verificationSteps } from '#domain/onboarding/verification-progress.ts'
import { paths } from '#web/lib/paths.ts'
import { CaseBadge } from '#web/parts/verification/case-badge.tsx'
import type { OwnCase } from '#web/parts/verification/own-case.ts'
import { progressSentence } from '#web/parts/verification/progress-words.ts'
import type { Verification } from '#web/parts/verification/use-verification.ts'
import { VerificationFailed } from '#web/parts/verification/verification-failed.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader, Rule } from '#web/ui/card.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { stepStatus } from '#web/ui/status.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'

/** How far the verification is: the percentage and each step in a line; the verification page has the rest. */
export function ProgressSummary({
  verification,
  own,
}: {
  verification: Verification
  own: OwnCase | null | undefined
}) {
  if (verification.kind === 'loading' || own === undefined)
    return (
      <LoadingRegion label="Loading your verification" className="card pad grid gap-4">
        <Skeleton width="45%" height={22} />
        <Skeleton height={12} />
        <Skeleton height={96} />
      </LoadingRegion>
    )
  if (verification.kind === 'failed') return <VerificationFailed {...verification} />
  const steps = verificationSteps(verification.facts)
  const completed = steps.filter(({ status }) => status === 'completed').length
  return (
    <Card aria-labelledby="progress">
      <CardHeader id="progress" title="Verification progress">
        <CaseBadge one={own} fallback={verification.status?.kycProfile?.kyc_status} />
      </CardHeader>
      <CardBody>
        <p className="mb-4 text-ink-2">{progressSentence(steps)}</p>
        <Meter
          label="Verification progress"
          percent={progressPercent(steps)}
          completedPercent={(completed / steps.length) * 100}
        />
      </CardBody>
      <Rule />
      <ul className="lst">
        {steps.map((step) => (
          <li key={step.id} className="justify-between">
            <span className="font-medium">{step.label}</span>
            {step.status === 'required' ? (
              <Link className={buttonClass('secondary', 'sm')} to={step.href}>
                Complete<span className="sr-only"> {step.label}</span>
              </Link>
            ) : (
              <StatusBadge vocabulary={stepStatus} value={step.status} />
            )}
          </li>
        ))}
      </ul>
      <Rule />
      <CardBody className="py-4">
        <Link to={paths.verification()}>Open your verification</Link>
      </CardBody>
    </Card>
  )
}
