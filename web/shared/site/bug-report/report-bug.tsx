import { type ReactNode, useCallback, useRef, useState } from 'react'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'

const ReportBugPopover = lazyOverlay(() => import('./report-bug-popover.tsx'), 'ReportBugPopover')

/** The button that opens the bug report; what was typed is kept until the page is left. */
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
