import type { ComponentProps, HTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

/** Two columns that become one, in reading order. */
export const SPLIT_CLASS = {
  /** The second one at the side, 320 px wide. */
  side: 'grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_320px]',
  /** The second one at the side, 440 px wide: a record next to the decision about it. */
  record: 'grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_440px]',
  narrowWide: 'grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
  wideNarrow: 'grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]',
} as const

export function Split({
  sides,
  className,
  ...rest
}: ComponentProps<'div'> & { sides: keyof typeof SPLIT_CLASS }) {
  return <div {...rest} className={classNames(SPLIT_CLASS[sides], className)} />
}

/** Stacked cards. */
export function Stack({
  as: Element = 'div',
  className,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'div' | 'aside' }) {
  return <Element {...rest} className={classNames('grid min-w-0 grid-cols-1 gap-6', className)} />
}
