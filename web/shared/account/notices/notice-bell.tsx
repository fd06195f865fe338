import { useInfiniteQuery } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import { useCallback, useRef, useState } from 'react'
import { barIconClass } from '#web/ui/bar-class.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { noticesQuery } from './queries.ts'

// Not part of the page, whose size is limited; without it, such letters have another typeface.
import('#web/lib/extended-letters.ts').catch(() => {})

const NoticePanel = lazyOverlay(() => import('./notice-panel.tsx'), 'NoticePanel')

/** The highest unread count that the label spells out. */
const COUNTED = 99

/** The header's bell with the unread count; it opens the list of notices (cases, What people are told). */
export function NoticeBell() {
  const anchor = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  const close = useCallback(() => setState('closed'), [])
  const { data } = useInfiniteQuery(noticesQuery)
  const unread = data?.pages[0]?.unread ?? 0
  const shown = unread > COUNTED ? `${COUNTED}+` : String(unread)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={barIconClass('relative')}
        aria-label={bellLabel(shown, unread, data?.pages[0]?.urgent ?? 0)}
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        onClick={() => setState(state === 'open' ? 'closed' : 'open')}
      >
        <Bell />
        {unread > 0 ? (
          <span
            className="absolute top-[3px] right-px min-w-4.5 rounded-full bg-(--bar-count) px-1 text-center text-[.75rem]/4.5 font-[620] text-(--bar-count-ink)"
            aria-hidden="true"
          >
            {shown}
          </span>
        ) : null}
      </button>
      {state === 'unloaded' ? null : <NoticePanel anchor={anchor} open={state === 'open'} onClose={close} />}
    </>
  )
}

function bellLabel(shown: string, unread: number, urgent: number): string {
  if (unread === 0) return 'Notices'
  return urgent > 0 ? `Notices, ${shown} unread, ${urgent} to act on` : `Notices, ${shown} unread`
}
