import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { MESSAGE_LOOK, type MessageKind } from './message-look.ts'

export type BannerKind = MessageKind

export type BannerProps = {
  kind: BannerKind
  title: ReactNode
  /** One sentence; for the one action put a link or a `<button className="link">` at its end. */
  children?: ReactNode
  /** Announces the banner when it appears: errors assertively, others politely. */
  live?: boolean
  className?: string
}

const LOOK_CLASS =
  'grid grid-cols-[20px_1fr] gap-x-3 gap-y-0.5 rounded-2 border border-(--c-line) bg-(--c-bg) px-4 py-3.5 text-card text-ink'
/** Links have the banner's colour; those that look like buttons keep their own. */
const TEXT_CLASS =
  'col-start-2 min-w-0 wrap-anywhere [&_.link]:font-semibold [&_.link]:text-(--c-ink) [&_a:not(.button)]:font-semibold [&_a:not(.button)]:text-(--c-ink) [&_b]:font-[620] [&_b]:text-(--c-ink)'

/** A message on the page in its family's colours (design §7.6). */
export function Banner({ kind, title, children, live, className }: BannerProps) {
  const { familyClass, icon: Icon } = MESSAGE_LOOK[kind]
  const role = kind === 'error' ? 'alert' : 'status'
  return (
    <div className={classNames(LOOK_CLASS, familyClass, className)} role={live ? role : undefined}>
      <Icon className="row-span-3 mt-px size-5 text-(--c-ink)" />
      <b className="col-start-2 min-w-0 font-[620] text-(--c-ink) wrap-anywhere">{title}</b>
      {children ? <div className={TEXT_CLASS}>{children}</div> : null}
    </div>
  )
}
