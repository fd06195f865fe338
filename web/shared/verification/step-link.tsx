import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type PlainPath, parseSearch } from '#web/lib/page-address.ts'

/** A link to where the server says a task is done: one of our pages, or an email address. */
export function TaskLink({
  href,
  className,
  children,
}: {
  href: string
  className: string
  children: ReactNode
}) {
  if (href.startsWith('mailto:'))
    return (
      <a className={className} href={href}>
        {children}
      </a>
    )
  const [to, query] = href.split('?')
  return (
    <Link className={className} to={to as PlainPath} search={parseSearch(query ?? '')}>
      {children}
    </Link>
  )
}
