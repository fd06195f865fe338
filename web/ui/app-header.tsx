import Menu from 'lucide-react/icons/menu'
import { type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import { lazyOverlay } from './lazy-overlay.tsx'
import { type NavEntry, NavItem } from './nav-item.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

// The sheet brings the dialog with it, which the first page does not need.
const MenuSheet = lazyOverlay(() => import('./menu-sheet.tsx'), 'MenuSheet')

export type AppHeaderProps = {
  /** BrandLink, or `<Link className="brand"><BrandLockup area="Verify" /></Link>`. */
  brand: ReactNode
  /** Name of the navigation: "Main", "Onboarding", "Admin". */
  label: string
  /** Before and after the theme toggle. Below 900 px all of them move into the sheet of the menu button. */
  items?: readonly NavEntry[]
  endItems?: readonly NavEntry[]
  /** Stand elsewhere on wide screens, and in the sheet between `items` and `endItems`. */
  sheetItems?: readonly NavEntry[]
  /** Beside the theme toggle at every width: the bell. */
  tools?: ReactNode
  /** Stands between toggle and endItems on wide screens; the admin header shows who is signed in. */
  identity?: ReactNode
  /** Replaces the menu button on phones, for a header with one way out (class "ico only-m"). */
  phone?: ReactNode
  className?: string
}

/** The sticky header of the application. */
export function AppHeader({
  brand,
  label,
  items = [],
  endItems = [],
  sheetItems = [],
  tools,
  identity,
  phone,
  className,
}: AppHeaderProps) {
  const wide = (entry: NavEntry) => <NavItem key={entry.id} entry={entry} className="hide-m" />
  return (
    <header className={classNames('bar', className)}>
      <div className="bar-in">
        {brand}
        <nav className="nav" aria-label={label}>
          {items.map(wide)}
          <ThemeToggle />
          {tools}
          {identity}
          {endItems.map(wide)}
          {phone ?? (
            <MenuButton label={label} entries={[...items, ...sheetItems, ...endItems]} identity={identity} />
          )}
        </nav>
      </div>
    </header>
  )
}

function MenuButton({
  label,
  entries,
  identity,
}: {
  label: string
  entries: NavEntry[]
  identity: ReactNode
}) {
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  if (entries.length === 0) return null
  return (
    <>
      <button
        className="ico only-m"
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        onClick={() => setState('open')}
      >
        <Menu className="i i-20" />
      </button>
      {state === 'unloaded' ? null : (
        <MenuSheet
          label={label}
          entries={entries}
          identity={identity}
          open={state === 'open'}
          onClose={() => setState('closed')}
        />
      )}
    </>
  )
}
