import '#web/styles/onboarding.css'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/**
 * The buttons of a step; up to 860 px they are a bar fixed at the bottom. Put it into the form, so that the submit
 * button belongs to it. `even` gives leaving and going on the same width on phones (design §1, Fair choices).
 */
export function ActionsBar({
  children,
  reason,
  reasonId,
  even,
}: {
  children: ReactNode
  /** Why the button is disabled; give its id to the button's aria-describedby. */
  reason?: ReactNode
  reasonId?: string
  even?: boolean
}) {
  return (
    <div className={classNames('acts', even && 'acts-even')}>
      {children}
      {reason ? (
        <span className="why" id={reasonId}>
          {reason}
        </span>
      ) : null}
    </div>
  )
}
