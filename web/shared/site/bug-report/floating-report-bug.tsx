import Bug from 'lucide-react/icons/bug'
import { classNames } from '#web/ui/class-names.ts'
import { ReportBug } from './report-bug.tsx'

/** On a phone there is no room next to the text: it is the footer's last line. */
const PHONE_CLASS =
  'max-rail:-mt-5 max-rail:w-full max-rail:bg-surface max-rail:px-(--gutter) max-rail:pb-7 max-rail:text-sm max-rail:hover:underline max-rail:[body:has([data-actions-bar])_&]:pb-28'
/** Elsewhere only as far into the page as its cards' padding. */
const FLOATING_CLASS =
  'rail:fixed rail:right-0 rail:bottom-5 rail:z-35 rail:translate-y-[calc(var(--bottom-panel,0px)*-1)] rail:rounded-l-2 rail:border rail:border-r-0 rail:border-line-strong rail:bg-surface rail:pr-1.5 rail:pl-[5px] rail:text-sm/none rail:font-[560] rail:shadow-2 rail:hover:border-ink-2 rail:hover:text-ink rail:rounded-r-none rail:focus-visible:-outline-offset-3 rail:max-[1701px]:[&:not(:hover,:focus-visible,[aria-expanded=true])]:gap-0 min-[1701px]:right-6 min-[1701px]:rounded-full min-[1701px]:border-r min-[1701px]:px-4 min-[1701px]:focus-visible:outline-offset-2'

/**
 * The floating button on the right. Without a margin for it, it is a tab in the gutter that covers no table
 * column, and shows its text on hover. On a phone, and in onboarding, it is in the footer, where it covers nothing.
 */
export function FloatingReportBug() {
  return (
    <ReportBug
      className={classNames(
        'inline-flex min-h-11 items-center gap-2 text-ink-2 print:hidden',
        PHONE_CLASS,
        FLOATING_CLASS,
      )}
    >
      <Bug />
      <span className="rail:max-[1701px]:[:not(:hover,:focus-visible,[aria-expanded=true])>&]:sr-only">
        Report Bug
      </span>
    </ReportBug>
  )
}
