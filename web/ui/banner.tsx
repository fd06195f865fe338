import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import type { IconType } from './badge.tsx'
import { classNames } from './class-names.ts'

export type BannerKind = 'info' | 'warning' | 'error' | 'success'

const LOOK: Record<BannerKind, { family: string; icon: IconType }> = {
  info: { family: 'bl', icon: Info },
  warning: { family: 'y', icon: TriangleAlert },
  error: { family: 'r', icon: CircleAlert },
  success: { family: 'g', icon: CircleCheck },
}

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
  const { family, icon: Icon } = LOOK[kind]
  const role = kind === 'error' ? 'alert' : 'status'
  return (
    <div className={classNames('bn', family, className)} role={live ? role : undefined}>
      <Icon className="i" />
      <b>{title}</b>
      {children ? <div>{children}</div> : null}
    </div>
  )
}
