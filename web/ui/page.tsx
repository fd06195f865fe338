import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

const WIDTH = { narrow: 'page-n', normal: null, wide: 'page-w' } as const

/** The main of a page: at most 1104, 1312 or (administration) 1440 px wide. */
export function Page({
  width = 'normal',
  className,
  ...rest
}: ComponentProps<'main'> & { width?: keyof typeof WIDTH }) {
  return <main id="main" tabIndex={-1} {...rest} className={classNames('page', WIDTH[width], className)} />
}
