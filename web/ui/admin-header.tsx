import { AppHeader, type AppHeaderProps } from './app-header.tsx'
import { WIDE_ONLY_CLASS } from './bar-class.ts'
import { classNames } from './class-names.ts'
import { type NavEntry, NavItem } from './nav-item.tsx'
import { PANEL_CLASS } from './panel-class.ts'

export type AdminHeaderProps = Omit<
  AppHeaderProps,
  'label' | 'identity' | 'className' | 'phone' | 'sheetItems' | 'isWide'
> & {
  name: string
  email: string
  /** The areas of administration, in a row below the header; on phones in the sheet of the menu button. */
  areas: readonly NavEntry[]
  /** Leaves that row out; the sheet keeps them. */
  hidesAreas?: boolean
}

const AREA_CLASS =
  'relative inline-flex min-h-12 items-center px-3 text-[15px]/none font-medium whitespace-nowrap text-ink-2 no-underline hover:text-ink aria-[current]:font-[620] aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-brand'

/** The green header of administration, with who is signed in, and its areas. */
export function AdminHeader({ name, email, areas, hidesAreas, ...rest }: AdminHeaderProps) {
  return (
    <>
      <AppHeader
        {...rest}
        label="Admin"
        className={PANEL_CLASS}
        isWide
        identity={{ name, email }}
        sheetItems={areas}
      />
      {hidesAreas ? null : (
        <nav
          className={classNames('border-b border-line bg-surface', WIDE_ONLY_CLASS)}
          aria-label="Administration"
        >
          <div className="mx-auto flex max-w-[1440px] gap-1 px-[calc(var(--gutter)-12px)]">
            {areas.map((entry) => (
              <NavItem key={entry.id} entry={entry} className={AREA_CLASS} />
            ))}
          </div>
        </nav>
      )}
    </>
  )
}
