import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import { type ReactNode, useId } from 'react'
import { Avatar } from './avatar.tsx'
import type { IconType } from './badge.tsx'
import { Card } from './card.tsx'
import { classNames } from './class-names.ts'

/** Lines with a tick before them. */
export function CheckList({ items }: { items: readonly string[] }) {
  return <MarkedList icon={Check} items={items} />
}

type MarkedListProps = {
  icon: IconType
  items: readonly string[]
  /** Less prominent, for what doesn't exist yet. */
  later?: boolean
  className?: string
  labelledBy?: string
}

function MarkedList({ icon: Icon, items, later, className, labelledBy }: MarkedListProps) {
  return (
    <ul className={classNames(later && 'text-ink-2', className)} aria-labelledby={labelledBy}>
      {items.map((item) => (
        <li key={item} className="grid grid-cols-[20px_1fr] gap-3 py-[5px] leading-6">
          <Icon className={classNames('mt-[3px] stroke-[2.2]', later ? 'text-ink-3' : 'text-brand')} />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  )
}

/** Cards next to each other, each chosen by its own button; one column up to 860 px. */
export function ChoiceCards({ children }: { children: ReactNode }) {
  return <div className="mt-10 grid grid-cols-2 gap-6 max-rail:grid-cols-1">{children}</div>
}

export type ChoiceCardProps = {
  icon: IconType
  title: string
  subtitle: string
  /** What it offers now. */
  today: readonly string[]
  /** What it will offer; never shown as if it existed already. */
  later: readonly string[]
  /** The tinted part: what to have ready. */
  need?: { title: string; text: ReactNode }
  /** The button that makes the choice. */
  action: ReactNode
}

/** The padding of a card's parts. */
const PART = 'px-8 py-7 max-sm:px-5 max-sm:py-5.5'

/** One choice: what it is for, what it offers, what it requires. */
export function ChoiceCard({ icon, title, subtitle, today, later, need, action }: ChoiceCardProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id} className="flex flex-col">
      <div className={PART}>
        <div className="flex items-center gap-4 magnified:flex-wrap">
          <Avatar icon={icon} size="lg" />
          <div className="min-w-0">
            <h2 id={id}>{title}</h2>
            <p className="text-ink-3">{subtitle}</p>
          </div>
        </div>
        <h3 className="text-h4 mt-5" id={`${id}-today`}>
          Today
        </h3>
        <MarkedList className="mt-1.5" icon={Check} items={today} labelledBy={`${id}-today`} />
        <h3 className="text-h4 mt-5" id={`${id}-later`}>
          Coming soon
        </h3>
        <MarkedList className="mt-1.5" later icon={Clock} items={later} labelledBy={`${id}-later`} />
      </div>
      {need ? (
        <div
          className={classNames(
            PART,
            'flex-1 border-t border-line bg-[color-mix(in_oklab,var(--sunken)_60%,var(--surface))] text-card text-ink-2',
          )}
        >
          <b className="font-semibold">{need.title}</b>
          <p>{need.text}</p>
        </div>
      ) : null}
      <div className="border-t border-line px-8 pt-5 pb-7 max-sm:px-5">{action}</div>
    </Card>
  )
}
