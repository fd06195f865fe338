import { Link } from '@tanstack/react-router'
import AlarmClock from 'lucide-react/icons/alarm-clock'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import type { QueueFigures } from '#contract/review/staff-home.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { Badge, type Family, type IconType } from '#web/ui/badge.tsx'

interface Tile {
  name: 'waiting' | 'overdue' | 'due_soon' | 'on_time'
  label: string
  caption: string
  family: Family
  icon: IconType
}

const TILES: readonly Tile[] = [
  { name: 'waiting', label: 'Waiting', caption: 'for a decision', family: 'blue', icon: Inbox },
  { name: 'overdue', label: 'Overdue', caption: 'past 48 hours', family: 'red', icon: AlarmClock },
  { name: 'due_soon', label: 'Due soon', caption: 'in the last 12 hours', family: 'yellow', icon: Clock },
  {
    name: 'on_time',
    label: 'On time',
    caption: 'more than 12 hours left',
    family: 'green',
    icon: CircleCheck,
  },
]

/** The queue by its age against the promise; each number is the count of the list behind it. */
export function QueueTiles({ queue, linked }: { queue: QueueFigures; linked: boolean }) {
  return (
    <section className="card stats" aria-label="The queue by age">
      {TILES.map(({ name, label, caption, family, icon }) => (
        <div key={name}>
          <Badge family={family} icon={icon}>
            {label}
          </Badge>
          <p className="v">
            <FigureLink linked={linked} search={name === 'waiting' ? {} : { due: name }}>
              {formatNumber(queue[name])}
              <span className="sr-only">
                {' '}
                {label}, {caption}
              </span>
            </FigureLink>
          </p>
          <p className="c" aria-hidden="true">
            {caption}
          </p>
        </div>
      ))}
    </section>
  )
}

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
