import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { type NavEntry, NavItem } from './nav-item.tsx'

type MenuSheetProps = {
  label: string
  entries: readonly NavEntry[]
  identity?: ReactNode
  open: boolean
  onClose: () => void
}

/** The entries of a header as a sheet, for screens up to 900 px. */
export function MenuSheet({ label, entries, identity, open, onClose }: MenuSheetProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())} title="Menu" size="sm">
      {identity ? <div className="mb-3 text-sm text-ink-2">{identity}</div> : null}
      <nav className="menu" aria-label={label}>
        {entries.map((entry) => (
          <NavItem key={entry.id} entry={entry} onFollow={onClose} />
        ))}
      </nav>
    </Dialog>
  )
}
