import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { type NavEntry, NavItem } from './nav-item.tsx'

/**
 * The footer of every page. `reserve` keeps room at its end: for the floating Report Bug button, or for the fixed
 * bar of actions in onboarding.
 */
export function Footer({
  notice,
  entries,
  reserve,
}: {
  notice: ReactNode
  entries: readonly NavEntry[]
  reserve?: 'reportButton' | 'actionsBar'
}) {
  return (
    <footer className={classNames('foot', reserve === 'actionsBar' && 'foot-ob')}>
      <div className={classNames('foot-in', reserve === 'reportButton' && 'foot-r')}>
        <span>{notice}</span>
        <nav aria-label="Legal and site links">
          {entries.map((entry) => (
            <NavItem key={entry.id} entry={entry} />
          ))}
        </nav>
      </div>
    </footer>
  )
}
