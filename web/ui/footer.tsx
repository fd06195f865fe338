import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { type NavEntry, NavItem } from './nav-item.tsx'

/** The class of links and buttons in the footer. */
const FOOTER_LINK_CLASS =
  'inline-flex min-h-8 items-center gap-1.5 text-ink-2 no-underline hover:underline hover:decoration-auto max-md:min-h-11'

/** The footer of every page. `belowActions` leaves space at its end for the fixed action bar in onboarding. */
export function Footer({
  notice,
  groups = [],
  entries,
  belowActions,
  isWide,
}: {
  notice: ReactNode
  /** Groups of links, each with a label. */
  groups?: readonly { label: string; entries: readonly NavEntry[] }[]
  entries: readonly NavEntry[]
  belowActions?: boolean
  /** As wide as the administration's pages. */
  isWide?: boolean
}) {
  return (
    <footer
      className={classNames(
        'border-t border-line bg-surface text-sm text-ink-3 print:hidden',
        belowActions && 'max-rail:pb-22',
      )}
    >
      <div
        className={classNames(
          'mx-auto flex w-full flex-wrap items-center gap-x-10 gap-y-2.5 px-(--gutter) py-6 max-md:flex-col max-md:items-start max-md:gap-y-3 max-md:pt-5 max-md:pb-7',
          isWide ? 'max-w-[1440px]' : 'max-w-[1312px]',
        )}
      >
        <span>{notice}</span>
        <nav className="flex flex-wrap items-center gap-x-5.5 gap-y-0.5" aria-label="Legal and site links">
          {groups.map((group) => (
            <span key={group.label} className="flex flex-wrap items-center gap-x-3.5 gap-y-0.5 pr-3">
              <span>{group.label}</span>
              {group.entries.map((entry) => (
                <NavItem key={entry.id} entry={entry} className={FOOTER_LINK_CLASS} />
              ))}
            </span>
          ))}
          {entries.map((entry) => (
            <NavItem key={entry.id} entry={entry} className={FOOTER_LINK_CLASS} />
          ))}
        </nav>
      </div>
    </footer>
  )
}
