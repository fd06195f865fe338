import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import type { StepStanding } from '#contract/verification/standing.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { StatusBadge, type StatusLook } from '#web/ui/status-badge.tsx'

/** Statuses without a button: a required step has one, and a refused one shows the case's status. */
const LOOKS: Readonly<Record<Exclude<StepStanding['status'], 'required' | 'refused'>, StatusLook>> = {
  pending: { label: 'In Review', family: 'blue', icon: Clock },
  completed: { label: 'Completed', family: 'green', icon: CircleCheck },
}

/** The right end of a step: Complete, In Review or Completed; after a final refusal its status, and no button. */
export function StepEnd({ step, isPrimary = false }: { step: StepStanding; isPrimary?: boolean }) {
  if (step.status === 'refused') return <StandingBadge badge={caseBadge('rejected', 'application')} />
  if (step.status !== 'required') return <StatusBadge look={LOOKS[step.status]} />
  return (
    <Link className={buttonClass(isPrimary ? 'primary' : 'secondary')} to={step.href}>
      Complete<span className="sr-only"> {step.label}</span>
    </Link>
  )
}
