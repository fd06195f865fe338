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
    <span
      {...rest}
      className={classNames(
        'inline-flex min-h-6 items-center gap-1.5 rounded-chip border border-line bg-surface px-[9px] py-px text-[.84375rem]/5 font-[520] whitespace-nowrap magnified:whitespace-normal text-ink-2 max-rail:[td_&]:align-middle',
        className,
      )}
    >
      {Icon ? <Icon className="size-4" /> : null}
      {children}
    </span>
  )
}

/** The PILOT badge, the only place with capitals (design §4.3). */
export function PilotBadge() {
  return (
    <span className="inline-flex h-5.5 items-center rounded-[5px] border-[1.5px] border-brand px-2 text-[.75rem]/none font-bold tracking-[0.06em] text-brand">
      PILOT
    </span>
  )
}
