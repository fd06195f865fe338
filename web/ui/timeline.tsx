import type { ReactNode } from 'react'

export type TimelineItem = {
  id: string
  title: ReactNode
  detail?: ReactNode
  /** Shown under the title. */
  date?: ReactNode
  state: 'done' | 'current' | 'next'
}

const CLASS = { done: 'd', current: 'c', next: undefined } as const
const SPOKEN = { done: ' (done)', current: ' (now)', next: ' (next)' } as const

/** What happened and what comes, in order: done filled, current with a ring, next hollow. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className="tl">
      {items.map((item) => (
        <li
          key={item.id}
          className={CLASS[item.state]}
          aria-current={item.state === 'current' ? 'step' : undefined}
        >
          <b>
            {item.title}
            <span className="sr-only">{SPOKEN[item.state]}</span>
          </b>
          {item.date ? <time>{item.date}</time> : null}
          {item.detail ? <div>{item.detail}</div> : null}
        </li>
      ))}
    </ol>
  )
}
