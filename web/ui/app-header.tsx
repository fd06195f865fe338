import Menu from 'lucide-react/icons/menu'
import { type ReactNode, useState } from 'react'
import { barIconClass, barItemClass, PHONE_ONLY_CLASS, WIDE_ONLY_CLASS } from './bar-class.ts'
import { classNames } from './class-names.ts'
import { EmailText } from './email-text.tsx'
import { lazyOverlay } from './lazy-overlay.tsx'
import { type NavEntry, NavItem } from './nav-item.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

// The sheet includes the dialog, which the first page doesn't need.
const MenuSheet = lazyOverlay(() => import('./menu-sheet.tsx'), 'MenuSheet')

export type AppHeaderProps = {
  /** BrandLink, or `<Link className={BRAND_CLASS}><BrandLockup area="Verify" /></Link>`. */
  brand: ReactNode
  /** The navigation's label: "Main", "Onboarding", "Admin". */
  label: string
  /** Before and after the theme toggle. Below 900 px they move into the menu button's sheet. */
  items?: readonly NavEntry[]
  endItems?: readonly NavEntry[]
  /** Shown elsewhere on wide screens, and in the sheet between `items` and `endItems`. */
  sheetItems?: readonly NavEntry[]
  /** Next to the theme toggle at every width: the bell. */
  tools?: ReactNode
  /** The signed-in person: between toggle and endItems on wide screens, and at the top of the sheet. */
  identity?: { name: string; email: string }
  /** Replaces the menu button on phones, for a header with a single exit (`barIconClass(PHONE_ONLY_CLASS)`). */
  phone?: ReactNode
  /** As wide as the administration's pages, so that their edges align. */
  isWide?: boolean
  className?: string
}

/** The application's sticky header. */
export function AppHeader({
  brand,
  label,
  items = [],
  endItems = [],
  sheetItems = [],
  tools,
  identity,
  phone,
  isWide,
  className = 'bg-surface',
}: AppHeaderProps) {
  const wide = (entry: NavEntry) => (
    <NavItem key={entry.id} entry={entry} className={barItemClass(WIDE_ONLY_CLASS)} />
  )
  return (
    <header
      className={classNames(
        'sticky top-0 z-30 border-b cramped:max-rail:static border-(--bar-line) print:hidden',
        className,
      )}
    >
      <div
        className={classNames(
          'mx-auto flex min-h-16 w-full items-center gap-6 px-(--gutter) max-md:min-h-14 max-md:gap-2 cramped:flex-wrap',
          isWide ? 'max-w-[1440px]' : 'max-w-[1312px]',
        )}
      >
        {brand}
        <nav className="ml-auto flex items-center gap-1 max-sm:gap-0" aria-label={label}>
          {items.map(wide)}
          <ThemeToggle />
          {tools}
          {identity ? <Identity {...identity} /> : null}
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
  identity: AppHeaderProps['identity']
}) {
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded')
  if (entries.length === 0) return null
  return (
    <>
      <button
        className={barIconClass(PHONE_ONLY_CLASS)}
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        onClick={() => setState('open')}
      >
        <Menu className="size-5" />
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

/** The name identifies the person; up to 1080 px the address would push the last entry off the bar. */
function Identity({ name, email }: { name: string; email: string }) {
  return (
    <span
      className={classNames(
        'ml-2 grid border-l border-(--bar-line) pr-3 pl-4 text-right text-xs/4.5 text-(--bar-area)',
        WIDE_ONLY_CLASS,
      )}
    >
      <b className="text-[.875rem] font-semibold text-(--bar-current)">{name}</b>
      <span className="max-xl:hidden">
        <EmailText address={email} />
      </span>
    </span>
  )
}
