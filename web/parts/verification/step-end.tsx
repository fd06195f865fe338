import { Link } from '@tanstack/react-router'
import type { StepStanding } from '#contract/standing.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { stepStatus } from '#web/ui/status.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'

/** What a step shows at its right: Complete, In Review or Completed; after a final refusal its word, and no button. */
export function StepEnd({
  step,
  isPrimary = false,
  size,
}: {
  step: StepStanding
  isPrimary?: boolean
  size?: 'sm'
}) {
  if (step.status === 'refused') return <StandingBadge badge={caseBadge('rejected', 'application')} />
  if (step.status !== 'required') return <StatusBadge vocabulary={stepStatus} value={step.status} />
  return (
    <Link className={buttonClass(isPrimary ? 'primary' : 'secondary', size)} to={step.href}>
      Complete<span className="sr-only"> {step.label}</span>
    </Link>
  )
}
