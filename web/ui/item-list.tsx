import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** A card's rows: a link or fact each, with a word at the right. */
export function ItemList({ className, ...rest }: ComponentProps<'ul'>) {
  return (
    <ul
      {...rest}
      className={classNames(
        '*:flex *:items-center *:gap-3 *:border-t *:border-line *:px-6 *:py-3 *:text-card/5.25 *:first:border-t-0 max-sm:*:px-4',
        className,
      )}
    />
  )
}
