import { Link } from '@tanstack/react-router'
import { StepEnd } from '#web/shared/verification/step-end.tsx'
import type { Verification } from '#web/shared/verification/use-verification.ts'
import { VerificationFailed } from '#web/shared/verification/verification-failed.tsx'
import { Card, CardBody, CardHeader, Rule } from '#web/ui/card.tsx'
import { MeterBar } from '#web/ui/meter.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'

/** How far the verification is: the percentage and each step in a line; the verification page has the rest. */
export function ProgressSummary({ verification }: { verification: Verification }) {
  if (verification.kind === 'loading')
    return (
      <LoadingRegion label="Loading your verification" className="card pad grid gap-4">
        <Skeleton width="45%" height={22} />
        <Skeleton height={12} />
        <Skeleton height={96} />
      </LoadingRegion>
    )
  if (verification.kind === 'failed') return <VerificationFailed {...verification} />
  const { steps, percent, progress, standing } = verification
  const completed = steps.filter(({ status }) => status === 'completed').length
  return (
    <Card aria-labelledby="progress">
      <CardHeader id="progress" title="Verification progress">
        {standing ? <StandingBadge badge={standing[standing.leading].application} /> : null}
      </CardHeader>
      <CardBody>
        <p className="mb-4 text-ink-2">{progress}</p>
        <MeterBar
          label="Verification progress"
          percent={percent}
          completedPercent={(completed / steps.length) * 100}
        />
      </CardBody>
      <Rule />
      <ul className="lst">
        {steps.map((step) => (
          <li key={step.id} className="justify-between">
            <span className="font-medium">{step.label}</span>
            <StepEnd step={step} size="sm" />
          </li>
        ))}
      </ul>
      <Rule />
      <CardBody className="py-4">
        <Link to="/verification">Open your verification</Link>
      </CardBody>
    </Card>
  )
}
