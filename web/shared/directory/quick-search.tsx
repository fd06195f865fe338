import Search from 'lucide-react/icons/search'
import { useCallback, useEffect, useState } from 'react'
import { useMay } from '#web/lib/may.tsx'
import { isDialogOpen, useShortcuts } from '#web/shared/shell/use-shortcuts.ts'
import { barIconClass } from '#web/ui/bar-class.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import type { PagePlace } from './search-dialog.tsx'

const SearchDialog = lazyOverlay(() => import('./search-dialog.tsx'), 'SearchDialog')

/**
 * The button of the staff's header, and the keys (/, and Ctrl K or ⌘K also while someone types), that open the search over
 * everything, the pages and what the keys of the screen do.
 */
export function QuickSearch({ pages }: { pages: readonly PagePlace[] }) {
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  const label = useMay('people.find') ? 'Find a person, company or invoice' : 'Find a client or invoice'
  const open = () => setState('open')
  const close = useCallback(() => setState('closed'), [])
  useShortcuts([{ key: '/', label, run: open }])
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      // The browser has a use of its own for it.
      event.preventDefault()
      if (!isDialogOpen()) setState('open')
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  return (
    <>
      <button
        type="button"
        className={barIconClass()}
        aria-label={label}
        aria-keyshortcuts="/ Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={open}
      >
        <Search />
      </button>
      {state === 'unloaded' ? null : (
        <SearchDialog title={label} open={state === 'open'} onClose={close} pages={pages} />
      )}
    </>
  )
}
