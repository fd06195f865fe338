import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The class that sets a family's colours for the element and its content. */
export const FAMILY_CLASS: Record<Family, string> = {
  neutral:
    '[--c-bg:var(--neutral-bg)] [--c-ink:var(--neutral-ink)] [--c-line:var(--neutral-line)] [--c-solid:var(--neutral-solid)]',
  yellow:
    '[--c-bg:var(--yellow-bg)] [--c-ink:var(--yellow-ink)] [--c-line:var(--yellow-line)] [--c-solid:var(--yellow-solid)]',
  blue: '[--c-bg:var(--blue-bg)] [--c-ink:var(--blue-ink)] [--c-line:var(--blue-line)] [--c-solid:var(--blue-solid)]',
  green:
    '[--c-bg:var(--green-bg)] [--c-ink:var(--green-ink)] [--c-line:var(--green-line)] [--c-solid:var(--green-solid)]',
  red: '[--c-bg:var(--red-bg)] [--c-ink:var(--red-ink)] [--c-line:var(--red-line)] [--c-solid:var(--red-solid)]',
}

/** An icon of lucide-react, or anything that takes its class. */
export type IconType = ComponentType<{ className?: string }>

export type BadgeProps = ComponentProps<'span'> & { family: Family; icon: IconType; children: ReactNode }

/** `badge` identifies it for its container. In a table on phones it has no baseline of its own. */
const LOOK_CLASS =
  'badge inline-flex min-h-6.5 items-center gap-1.5 rounded-full bg-(--c-bg) py-0.5 pr-2.5 pl-2 text-[.84375rem]/5 font-semibold whitespace-nowrap magnified:whitespace-normal text-(--c-ink) max-rail:[td_&]:align-middle'

/** A status: always a word and an icon, never colour alone (design §1.3). For attributes use Chip. */
export function Badge({ family, icon: Icon, className, children, ...rest }: BadgeProps) {
  return (
    <span {...rest} className={classNames(LOOK_CLASS, FAMILY_CLASS[family], className)}>
      <Icon className="size-[15px] stroke-[2.2]" />
      {children}
    </span>
  )
}

/** The five status families of design §3.2: yellow needs action, blue is with us, green done, red failed. */
export type Family = 'neutral' | 'yellow' | 'blue' | 'green' | 'red'
