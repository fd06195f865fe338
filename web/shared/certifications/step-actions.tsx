import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useId } from 'react'
import { ActionsBar } from '#web/ui/actions-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { useCertification } from './certification-context.ts'
import { stepBefore } from './certification-flow.ts'

/** Leaving is as easy as going on (design §1, Fair choices): nothing is certified, and a choice waits on. */
export function DoNotProceed() {
  return (
    <Link className={buttonClass('secondary', 'lg')} to="/verification">
      Do not proceed
    </Link>
  )
}

/** Leads to the step before. */
export function BackButton() {
  const { step, open } = useCertification()
  const before = stepBefore(step)
  return (
    <Button size="lg" onClick={() => open(before ?? 'start')}>
      <ArrowLeft />
      Back
    </Button>
  )
}

/** The button that submits the step. One that waits for something says so, and trying says what is missing. */
export function SubmitActions({
  leave,
  label,
  waitingFor,
  even,
  busy,
}: {
  /** The other button: Back, or Do not proceed. */
  leave: ReactNode
  label: string
  waitingFor?: string | null
  even?: boolean
  busy?: boolean
}) {
  const reasonId = useId()
  return (
    <ActionsBar even={even} reason={waitingFor} reasonId={reasonId}>
      {leave}
      {waitingFor ? (
        // Not the `disabled` of Button, which swallows the click: trying says what is missing (onboarding §5).
        <button
          className={buttonClass('primary', 'lg')}
          type="submit"
          aria-disabled="true"
          aria-describedby={reasonId}
        >
          {label}
        </button>
      ) : (
        <Button variant="primary" size="lg" type="submit" busy={busy} busyLabel="Submitting...">
          {label}
        </Button>
      )}
    </ActionsBar>
  )
}
