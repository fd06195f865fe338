import Bug from 'lucide-react/icons/bug'
import { ReportBug } from './report-bug.tsx'

/** On a phone above the bottom button bar; only as far into the page as its cards' padding. */
const FLOATING_CLASS =
  'fixed right-0 bottom-5 z-35 translate-y-[calc(var(--bottom-panel,0px)*-1)] inline-flex min-h-11 items-center gap-2 rounded-l-2 border border-r-0 border-line-strong bg-surface pr-1.5 pl-[5px] text-[14px]/none font-[560] text-ink-2 shadow-2 print:hidden hover:border-ink-2 hover:text-ink rounded-r-none focus-visible:-outline-offset-3 max-md:bottom-32 max-md:pr-1 max-md:pl-[3px] max-[1701px]:[&:not(:hover,:focus-visible,[aria-expanded=true])]:gap-0 min-[1701px]:right-6 min-[1701px]:rounded-full min-[1701px]:border-r min-[1701px]:px-4 min-[1701px]:focus-visible:outline-offset-2'

/**
 * The floating button on the right. Without a margin for it, it is a tab in the gutter that covers no table
 * column, and shows its text on hover. Onboarding has it in the footer, where it covers no button.
 */
export function FloatingReportBug() {
  return (
    <ReportBug className={FLOATING_CLASS}>
      <Bug />
      <span className="max-[1701px]:[:not(:hover,:focus-visible,[aria-expanded=true])>&]:sr-only">
        Report Bug
      </span>
    </ReportBug>
  )
}
