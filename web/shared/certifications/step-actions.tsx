import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useId } from 'react'
import { ActionsBar } from '#web/ui/actions-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { useCertification } from './certification-context.ts'
import { stepBefore } from './certification-flow.ts'

/**
 * Leaving is as easy as continuing (design §1.2): nothing is certified, and a pending choice stays
 * pending.
 */
export function DoNotProceed() {
  return (
    <Link className={buttonClass('secondary', 'lg')} to="/verification">
      Do not proceed
    </Link>
  )
}

/** Goes to the previous step. */
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

/** The step's submit button. While something is missing it looks disabled, and a click says what. */
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
        // Not Button's `disabled`, which swallows the click: it must say what is missing (onboarding §5.9).
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
