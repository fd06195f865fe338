import '#web/styles/account-type.css'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import { type ReactNode, useId } from 'react'
import { Avatar } from './avatar.tsx'
import type { IconType } from './badge.tsx'

/** Lines with a tick before them. */
export function CheckList({ items }: { items: readonly string[] }) {
  return <MarkedList className="ck" icon={Check} items={items} />
}

type MarkedListProps = { className: string; icon: IconType; items: readonly string[]; labelledBy?: string }

function MarkedList({ className, icon: Icon, items, labelledBy }: MarkedListProps) {
  return (
    <ul className={className} aria-labelledby={labelledBy}>
      {items.map((item) => (
        <li key={item}>
          <Icon className="i" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  )
}

/** Side by side cards of which one is chosen by its own button; one column up to 860 px. */
export function ChoiceCards({ children }: { children: ReactNode }) {
  return <div className="at">{children}</div>
}

export type ChoiceCardProps = {
  icon: IconType
  title: string
  subtitle: string
  /** What it brings now. */
  today: readonly string[]
  /** What it will bring; never shown as if it were there. */
  later: readonly string[]
  /** The tinted part: what to have ready. */
  need?: { title: string; text: ReactNode }
  /** The button that names the choice. */
  action: ReactNode
}

/** One choice: what it is for, what it brings, what it needs. */
export function ChoiceCard({ icon, title, subtitle, today, later, need, action }: ChoiceCardProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div>
        <div className="flex items-center gap-4">
          <Avatar icon={icon} size="lg" />
          <div>
            <h2 id={id}>{title}</h2>
            <p className="text-ink-3">{subtitle}</p>
          </div>
        </div>
        <h3 className="h4 ck-h" id={`${id}-today`}>
          Today
        </h3>
        <MarkedList className="ck" icon={Check} items={today} labelledBy={`${id}-today`} />
        <h3 className="h4 ck-h" id={`${id}-later`}>
          Coming soon
        </h3>
        <MarkedList className="ck ck-l" icon={Clock} items={later} labelledBy={`${id}-later`} />
      </div>
      {need ? (
        <div className="need">
          <b className="font-semibold">{need.title}</b>
          <p>{need.text}</p>
        </div>
      ) : null}
      <div className="go">{action}</div>
    </section>
  )
}
