import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Search = { state?: string; kind?: string; owner?: string; due?: string; approval?: string }

/** A number that leads to the list it counts, for those who may open it; for others it is a number. */
export function FigureLink({
  search,
  linked,
  children,
}: {
  search: Search
  linked: boolean
  children: ReactNode
}) {
  if (!linked) return children
  return (
    <Link to="/admin/queue" search={search} className="sh-l">
      {children}
    </Link>
  )
}
