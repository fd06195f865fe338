import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { QueueListFilters } from '../queue/queries.ts'
import { queueSearchOf } from '../queue/queue-address.ts'

export const FIGURE_LINK = 'text-inherit underline decoration-line-strong decoration-1 underline-offset-4'

/** A number that leads to the list it counts, for those who may open it; for others it is a number. */
export function FigureLink({
  search,
  linked,
  children,
}: {
  search: QueueListFilters
  linked: boolean
  children: ReactNode
}) {
  if (!linked) return children
  return (
    <Link to="/admin/queue" search={queueSearchOf(search)} className={FIGURE_LINK}>
      {children}
    </Link>
  )
}
