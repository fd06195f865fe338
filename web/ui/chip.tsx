import type { ComponentProps, ReactNode } from 'react'
import type { IconType } from './badge.tsx'
import { classNames } from './class-names.ts'

/** An attribute (user type, role, Coming soon). For a status use Badge. */
export function Chip({
  icon: Icon,
  className,
  children,
  ...rest
}: ComponentProps<'span'> & { icon?: IconType; children: ReactNode }) {
  return (
    <span {...rest} className={classNames('chip', className)}>
      {Icon ? <Icon className="i i-16" /> : null}
      {children}
    </span>
  )
}

/** The PILOT badge, the one place with capitals (design §4). */
export function PilotBadge() {
  return <span className="pilot">PILOT</span>
}
