import Search from 'lucide-react/icons/search'
import { useCallback, useState } from 'react'
import { useShortcuts } from '#web/shared/shell/use-shortcuts.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'

const SearchDialog = lazyOverlay(() => import('./search-dialog.tsx'), 'SearchDialog')

/** The button of the staff's header, and the key (/), that open the search over everything. */
export function QuickSearch() {
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  const open = () => setState('open')
  const close = useCallback(() => setState('closed'), [])
  useShortcuts([{ key: '/', label: 'Find a person, company or invoice', run: open }])
  return (
    <>
      <button
        type="button"
        className="ico"
        aria-label="Find a person, company or invoice"
        aria-keyshortcuts="/"
        aria-haspopup="dialog"
        onClick={open}
      >
        <Search className="i" />
      </button>
      {state === 'unloaded' ? null : <SearchDialog open={state === 'open'} onClose={close} />}
    </>
  )
}
