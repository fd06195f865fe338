import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Props that a router link must spread: `(props) => <Link to="/profile" {...props} />`. */
export type NavLinkProps = {
  className?: string
  onClick?: () => void
  'aria-current'?: 'page'
  children: ReactNode
}

type Target =
  | { render: (props: NavLinkProps) => ReactNode }
  | { href: string; external?: boolean }
  | { onSelect: () => void }

/** An entry of a header, its sheet or a footer: router link, plain link or button. */
export type NavEntry = { id: string; label: ReactNode; current?: boolean; icon?: ReactNode } & Target

/** Renders an entry; `onFollow` is called when it is followed (which closes the sheet). */
export function NavItem({
  entry,
  className,
  onFollow,
}: {
  entry: NavEntry
  className?: string
  onFollow?: () => void
}) {
  const shared = {
    className: classNames(className),
    'aria-current': entry.current ? ('page' as const) : undefined,
  }
  const children = (
    <>
      {entry.icon}
      {entry.label}
    </>
  )
  if ('render' in entry) return entry.render({ ...shared, onClick: onFollow, children })
  if ('onSelect' in entry) {
    const handleClick = () => {
      onFollow?.()
      entry.onSelect()
    }
    return (
      <button type="button" className={shared.className} onClick={handleClick}>
        {children}
      </button>
    )
  }
  const newTab = entry.external ? { target: '_blank', rel: 'noreferrer' } : {}
  return (
    <a href={entry.href} {...shared} {...newTab} onClick={onFollow}>
      {children}
      {entry.external ? <NewTabMark /> : null}
    </a>
  )
}

/** The icon and hidden text of a link that opens a new tab. */
export function NewTabMark() {
  return (
    <>
      <ExternalLink className="size-4" />
      <span className="sr-only">(opens in a new tab)</span>
    </>
  )
}
