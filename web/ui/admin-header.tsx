import '#web/styles/admin.css'
import { AppHeader, type AppHeaderProps } from './app-header.tsx'
import { EmailText } from './email-text.tsx'
import { type NavEntry, NavItem } from './nav-item.tsx'

export type AdminHeaderProps = Omit<
  AppHeaderProps,
  'label' | 'identity' | 'className' | 'phone' | 'sheetItems'
> & {
  name: string
  email: string
  /** The areas of administration, in a row below the header; on phones in the sheet of the menu button. */
  areas: readonly NavEntry[]
  /** Leaves that row out; the sheet keeps them. */
  hidesAreas?: boolean
}

/** The green header of administration, with who is signed in, and its areas. */
export function AdminHeader({ name, email, areas, hidesAreas, ...rest }: AdminHeaderProps) {
  const identity = (
    <span className="who hide-m">
      <b>{name}</b>
      <span>
        <EmailText address={email} />
      </span>
    </span>
  )
  return (
    <>
      <AppHeader {...rest} label="Admin" className="bar-adm" identity={identity} sheetItems={areas} />
      {hidesAreas ? null : (
        <nav className="areas" aria-label="Administration">
          <div className="areas-in">
            {areas.map((entry) => (
              <NavItem key={entry.id} entry={entry} />
            ))}
          </div>
        </nav>
      )}
    </>
  )
}
