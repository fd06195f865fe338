import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

const WIDTH = { narrow: 'max-w-[1104px]', normal: 'max-w-[1312px]', wide: 'max-w-[1440px]' } as const

/** A page's main: at most 1104, 1312 or (administration) 1440 px wide. */
export function Page({
  width = 'normal',
  className,
  ...rest
}: ComponentProps<'main'> & { width?: keyof typeof WIDTH }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      {...rest}
      className={classNames('mx-auto w-full flex-1 p-(--page-pad)', WIDTH[width], className)}
    />
  )
}
