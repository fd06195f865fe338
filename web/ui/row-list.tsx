import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** Rows with hairlines between them, each with its subject at the left and its actions at the right. */
export function RowList({ className, ...rest }: ComponentProps<'ul'>) {
  return (
    <ul
      {...rest}
      className={classNames(
        'divide-y divide-line *:flex *:flex-wrap *:items-center *:justify-between *:gap-3 *:py-3',
        className,
      )}
    />
  )
}
