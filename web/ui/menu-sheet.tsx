import { Dialog } from './dialog.tsx'
import { EmailText } from './email-text.tsx'
import { type NavEntry, NavItem } from './nav-item.tsx'

const ENTRY_CLASS =
  'flex min-h-12 items-center gap-2 rounded-2 px-2 text-left text-base font-medium text-ink no-underline hover:bg-sunken aria-[current]:font-[640] aria-[current]:text-brand'

type MenuSheetProps = {
  label: string
  entries: readonly NavEntry[]
  identity?: { name: string; email: string }
  open: boolean
  onClose: () => void
}

/** A header's entries as a sheet, for screens up to 900 px. */
export function MenuSheet({ label, entries, identity, open, onClose }: MenuSheetProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())} title="Menu" size="sm">
      {identity ? (
        <p className="mb-3 grid border-b border-line px-2 pb-3 text-xs/4.5 text-ink-2">
          <b className="text-[.875rem] font-semibold text-ink">{identity.name}</b>
          <EmailText address={identity.email} />
        </p>
      ) : null}
      <nav className="grid" aria-label={label}>
        {entries.map((entry) => (
          <NavItem key={entry.id} entry={entry} className={ENTRY_CLASS} onFollow={onClose} />
        ))}
      </nav>
    </Dialog>
  )
}
