import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** Rows with a hairline between them, each with what it is at the left and what can be done at the right. */
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
