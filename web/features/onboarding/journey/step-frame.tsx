import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ActionsBar } from '#web/ui/actions-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { useJourney } from './journey.ts'
import type { JourneyStep } from './journey-step.ts'

/** A step's heading, page title and focus: on a step change reading starts at its h1 (design §7.1). */
export function StepFrame({
  title,
  intro,
  children,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
}) {
  const { number, total } = useJourney().position
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  useEffect(() => {
    // The first page of a visit keeps the browser's own focus.
    if (isFirstStepOfVisit()) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <>
      <StepHeading ref={heading} step={number} total={total} title={title} intro={intro} />
      {children}
    </>
  )
}

let lastStepUrl: string | null = null
/** A step is mounted each time it opens; only a changed URL is a step change. */
function isFirstStepOfVisit(): boolean {
  const isFirst = lastStepUrl === null || lastStepUrl === location.href
  lastStepUrl = location.href
  return isFirst
}

/** Back and Continue; a Continue button that waits says for what. */
export function StepActions({
  waitingFor,
  busy,
  label = 'Continue',
  busyLabel = 'Saving...',
  onContinue,
}: {
  waitingFor?: string | null
  busy?: boolean
  label?: string
  busyLabel?: string
  /** If not given, the button submits its form. */
  onContinue?: () => void
}) {
  const reasonId = useId()
  const { hold } = useJourney()
  const reason = waitingFor ?? hold
  return (
    <ActionsBar reasonId={reasonId} reason={reason}>
      <BackButton />
      <Button
        variant="primary"
        size="lg"
        type={onContinue ? 'button' : 'submit'}
        disabled={Boolean(reason)}
        busy={busy}
        busyLabel={busyLabel}
        aria-describedby={reason ? reasonId : undefined}
        onClick={onContinue}
      >
        {label}
      </Button>
    </ActionsBar>
  )
}

/** Goes to the previous screen and keeps what was typed. */
export function BackButton() {
  const { goBack } = useJourney()
  return (
    <Button size="lg" onClick={goBack}>
      <ArrowLeft />
      Back
    </Button>
  )
}

/**
 * A link to a screen of the surrounding journey; with `change`, that screen leads back to the review (design
 * §9.4).
 */
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

/** A review group's single link that changes its answers, or shows accepted ones, and returns here. */
export function ChangeLink({ step, what }: { step: JourneyStep; what: string }) {
  const { correction } = useJourney()
  const items = correction?.own.items.filter(({ item }) => correction.stepOf(item) === step) ?? []
  const isAccepted = items.length > 0 && items.every(({ item }) => correction?.isFinal(item))
  return (
    <StepLink step={step} change>
      {isAccepted ? 'View' : 'Change'}
      <span className="sr-only"> {what}</span>
    </StepLink>
  )
}
