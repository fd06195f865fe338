import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type TimelineItem = {
  id: string
  title: ReactNode
  detail?: ReactNode
  /** Shown below the title. */
  date?: ReactNode
  state: 'done' | 'current' | 'next'
}

const STATE_CLASS = {
  done: 'before:border-brand before:bg-brand forced-colors:before:bg-[Highlight]',
  current: 'before:border-blue-solid before:bg-surface before:shadow-[0_0_0_4px_var(--blue-bg)]',
  next: 'before:border-line-strong before:bg-surface',
} as const
/** A dot before each, and a line from one to the next. */
const ROW_CLASS =
  'relative pb-5.5 pl-7 text-card text-ink-2 wrap-anywhere before:absolute before:top-1.5 before:left-1 before:size-2.5 before:rounded-full before:border-2 forced-colors:before:forced-color-adjust-none after:absolute after:top-5 after:-bottom-0.5 after:left-[8.25px] after:w-[1.5px] after:bg-line last:pb-0 last:after:hidden'
const SPOKEN = { done: ' (done)', current: ' (now)', next: ' (next)' } as const

/** Past and future events in order: done filled, current with a ring, next hollow. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol>
      {items.map((item) => (
        <li
          key={item.id}
          className={classNames(ROW_CLASS, STATE_CLASS[item.state])}
          aria-current={item.state === 'current' ? 'step' : undefined}
        >
          <b className="block font-semibold text-ink">
            {item.title}
            <span className="sr-only">{SPOKEN[item.state]}</span>
          </b>
          {item.date ? <time className="text-[.875rem] text-ink-3">{item.date}</time> : null}
          {item.detail ? <div>{item.detail}</div> : null}
        </li>
      ))}
    </ol>
  )
}
