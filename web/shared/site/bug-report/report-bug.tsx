import Bug from 'lucide-react/icons/bug'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'

const ReportBugPopover = lazyOverlay(() => import('./report-bug-popover.tsx'), 'ReportBugPopover')

/** The button that opens the report; what was typed stays while the page does. */
export function ReportBug({
  className,
  children = 'Report Bug',
}: {
  className?: string
  children?: ReactNode
}) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  const close = useCallback(() => setState('closed'), [])
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        onClick={() => setState(state === 'open' ? 'closed' : 'open')}
      >
        {children}
      </button>
      {state === 'unloaded' ? null : (
        <ReportBugPopover anchor={anchor} open={state === 'open'} onClose={close} />
      )}
    </>
  )
}

/** The same, floating at the right. Onboarding has it in the footer instead, where it covers no button. */
export function FloatingReportBug() {
  return (
    <ReportBug className="fab">
      <Bug className="i" />
      <span>Report Bug</span>
    </ReportBug>
  )
}
