import '#web/styles/onboarding.css'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** In the fixed bar the words of a button wrap, and the primary one has the room that is left. */
const BUTTONS_CLASS =
  'max-rail:[&_.button]:text-center max-rail:[&_.button]:whitespace-normal max-rail:[&_.button.bg-brand]:flex-1'
const EVEN_CLASS =
  'max-rail:[&_.button]:min-w-0 max-rail:[&_.button]:flex-[1_1_0] max-rail:[&_.button]:px-3 max-rail:[&_.button]:py-1'

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
    <div className={classNames('acts', BUTTONS_CLASS, even && EVEN_CLASS)}>
      {children}
      {reason ? (
        <span className="why" id={reasonId}>
          {reason}
        </span>
      ) : null}
    </div>
  )
}
