import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { type NavEntry, NavItem } from './nav-item.tsx'

/** The footer of every page. `belowActions` keeps room at its end for the fixed bar of actions in onboarding. */
export function Footer({
  notice,
  groups = [],
  entries,
  belowActions,
}: {
  notice: ReactNode
  /** Links that belong together, each group with what is said of it. */
  groups?: readonly { label: string; entries: readonly NavEntry[] }[]
  entries: readonly NavEntry[]
  belowActions?: boolean
}) {
  return (
    <footer className={classNames('foot', belowActions && 'foot-ob')}>
      <div className="foot-in">
        <span>{notice}</span>
        <nav aria-label="Legal and site links">
          {groups.map((group) => (
            <span key={group.label} className="foot-g">
              <span>{group.label}</span>
              {group.entries.map((entry) => (
                <NavItem key={entry.id} entry={entry} />
              ))}
            </span>
          ))}
          {entries.map((entry) => (
            <NavItem key={entry.id} entry={entry} />
          ))}
        </nav>
      </div>
    </footer>
  )
}
