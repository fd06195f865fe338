import Search from 'lucide-react/icons/search'
import { useCallback, useEffect, useState } from 'react'
import { useMay } from '#web/lib/may.tsx'
import { isDialogOpen, useShortcuts } from '#web/shared/shell/use-shortcuts.ts'
import { barIconClass } from '#web/ui/bar-class.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import type { PagePlace } from './search-dialog.tsx'

const SearchDialog = lazyOverlay(() => import('./search-dialog.tsx'), 'SearchDialog')

/**
 * The staff header's button, and the keys (/, and Ctrl K or ⌘K even in a field), that open the search over
 * people, pages and the current screen's shortcuts.
 */
export function QuickSearch({ pages }: { pages: readonly PagePlace[] }) {
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  const mayFindPeople = useMay('people.find')
  const label = useMay('invoices.read')
    ? mayFindPeople
      ? 'Find a person, company or invoice'
      : 'Find a client or invoice'
    : 'Find a person or company'
  const open = () => setState('open')
  const close = useCallback(() => setState('closed'), [])
  useShortcuts([{ key: '/', label, run: open }])
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      // Prevents the browser's own shortcut.
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
