import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CaseEvents } from '../case-details.tsx'
import { CaseNotes } from '../case-notes.tsx'

type Props = { userId: number; reviewCase: ReviewCase; onClose: () => void }

/** Notes and history over the comparison; the evidence stays in sight. */
export function DeskDrawer({ userId, reviewCase, onClose }: Props) {
  const drawer = useRef<HTMLElement>(null)
  useEffect(() => drawer.current?.focus(), [])
  return (
    <section
      ref={drawer}
      role="dialog"
      aria-label="Notes and history"
      tabIndex={-1}
      className="absolute inset-y-0 right-0 z-10 w-[432px] max-w-full overflow-auto border-l border-line bg-canvas p-4 shadow-3 max-[1360px]:w-[400px]"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className="mb-3 flex items-center justify-between">
        <h2 className="text-lead font-semibold">Notes and history</h2>
        <IconButton label="Close notes and history" icon={<X className="i" />} onClick={onClose} />
      </div>
      <div className="grid gap-4">
        <CaseNotes userId={userId} reviewCase={reviewCase} />
        <CaseEvents events={reviewCase.events} />
      </div>
    </section>
  )
}
