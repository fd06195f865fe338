import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const BAR_CLASS =
  'mt-10 flex items-center gap-3 max-rail:fixed max-rail:inset-x-0 max-rail:bottom-0 max-rail:translate-y-[calc(var(--bottom-panel,0px)*-1)] max-rail:z-26 max-rail:mt-0 max-rail:border-t max-rail:border-line max-rail:bg-surface max-rail:px-(--gutter) max-rail:pt-3 max-rail:pb-[calc(12px+env(safe-area-inset-bottom))]'
/** Where three bars would leave half of the screen, this one and those at the top stay in the flow. */
const CRAMPED_CLASS =
  'cramped:max-rail:static cramped:max-rail:mt-8 cramped:max-rail:flex-wrap cramped:max-rail:border-0 cramped:max-rail:bg-transparent cramped:max-rail:p-0'
/** In steps inside another page the buttons stay in the flow. */
const INSIDE_CLASS =
  'max-rail:in-data-steps-inside:static max-rail:in-data-steps-inside:mt-8 max-rail:in-data-steps-inside:border-0 max-rail:in-data-steps-inside:bg-transparent max-rail:in-data-steps-inside:p-0'
/** In the fixed bar button labels wrap, and the primary button gets the remaining width. */
const BUTTONS_CLASS =
  'max-rail:[&_.button]:text-center max-rail:[&_.button]:whitespace-normal max-rail:[&_.button.bg-brand]:flex-1'
const EVEN_CLASS =
  'max-rail:[&_.button]:min-w-0 max-rail:[&_.button]:flex-[1_1_0] max-rail:[&_.button]:px-3 max-rail:[&_.button]:py-1'

/**
 * A step's buttons; up to 860 px a bar fixed at the bottom. Put it into the form, so that the submit button
 * belongs to it. `even` gives leaving and continuing the same width on phones (design §1.2).
 */
export function ActionsBar({
  children,
  reason,
  reasonId,
  even,
}: {
  children: ReactNode
  /** Why the button is disabled; refer to its id in the button's aria-describedby. */
  reason?: ReactNode
  reasonId?: string
  even?: boolean
}) {
  return (
    <div
      className={classNames(
        BAR_CLASS,
        CRAMPED_CLASS,
        INSIDE_CLASS,
        BUTTONS_CLASS,
        even && EVEN_CLASS,
        Boolean(reason) && 'max-rail:flex-wrap',
      )}
      data-actions-bar={reason ? 'reason' : ''}
    >
      {children}
      {reason ? (
        <span
          className="max-w-50 text-sm text-ink-3 max-rail:-order-1 max-rail:max-w-none max-rail:flex-[1_0_100%]"
          id={reasonId}
        >
          {reason}
        </span>
      ) : null}
    </div>
  )
}
