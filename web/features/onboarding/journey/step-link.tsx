import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useJourney } from './journey.ts'
import type { JourneyStep } from './journey-step.ts'

/** A link to a screen of the journey around it; with `change`, that screen leads back to the review (design §9). */
export function StepLink({
  step,
  change,
  className,
  children,
}: {
  step: JourneyStep
  change?: boolean
  className?: string
  children: ReactNode
}) {
  const { path, searchOf } = useJourney()
  return (
    <Link className={className} to={path} search={searchOf(step, change)}>
      {children}
    </Link>
  )
}

/** The one link of a group on the review that changes its answers and comes back. */
export function ChangeLink({ step, what }: { step: JourneyStep; what: string }) {
  return (
    <StepLink step={step} change>
      Change<span className="sr-only"> {what}</span>
    </StepLink>
  )
}
