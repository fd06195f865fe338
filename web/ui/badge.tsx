import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The class that sets the colours of a family for the element and what is in it. */
export const FAMILY_CLASS: Record<Family, string> = {
  neutral: 'ne',
  yellow: 'y',
  blue: 'bl',
  green: 'g',
  red: 'r',
}

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

/** The five status families of design §3: yellow needs action, blue is with us, green done, red failed. */
export type Family = 'neutral' | 'yellow' | 'blue' | 'green' | 'red'
