import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { MESSAGE_LOOK, type MessageKind } from './message-look.ts'

export type BannerKind = MessageKind

export type BannerProps = {
  kind: BannerKind
  title: ReactNode
  /** One sentence; put a link or a `<button className="link">` at its end for the one action. */
  children?: ReactNode
  /** Announces the banner when it appears: errors at once, others politely. */
  live?: boolean
  className?: string
}

/** A message of the page in its family's colour (design §7). */
export function Banner({ kind, title, children, live, className }: BannerProps) {
  const { family, icon: Icon } = MESSAGE_LOOK[kind]
  const role = kind === 'error' ? 'alert' : 'status'
  return (
    <div className={classNames('bn', family, className)} role={live ? role : undefined}>
      <Icon className="i" />
      <b>{title}</b>
      {children ? <div>{children}</div> : null}
    </div>
  )
}
