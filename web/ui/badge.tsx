import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FAMILY_CLASS, type Family } from './family.ts'

/** An icon of lucide-react, or anything that takes its class. */
export type IconType = ComponentType<{ className?: string }>

export type BadgeProps = ComponentProps<'span'> & { family: Family; icon: IconType; children: ReactNode }

/** A status: always a word and an icon, never colour alone (design §1). For attributes use Chip. */
export function Badge({ family, icon: Icon, className, children, ...rest }: BadgeProps) {
  return (
    <span {...rest} className={classNames('bd', FAMILY_CLASS[family], className)}>
      <Icon className="i" />
      {children}
    </span>
  )
}
