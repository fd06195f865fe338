import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A shimmering bar in place of text; width in px or any CSS length. */
export function Skeleton({
  width = '100%',
  height,
  className,
}: {
  width?: number | string
  height?: number
  className?: string
}) {
  return <span className={classNames('sk', className)} style={{ width, height }} aria-hidden="true" />
}

/** A region that is loading, with skeletons in the real layout; they appear after 150 ms (design §7). */
export function LoadingRegion({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={classNames('sk-late', className)} aria-busy="true">
      <span className="sr-only" role="status">
        {label}
      </span>
      {children}
    </div>
  )
}
