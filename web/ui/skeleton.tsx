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
  return (
    <span
      className={classNames(
        'inline-block h-3 animate-[sk_1.6s_linear_infinite] rounded-[6px] bg-[linear-gradient(90deg,var(--sunken)_25%,var(--line)_50%,var(--sunken)_75%)] bg-size-[200%_100%] align-middle forced-colors:border',
        className,
      )}
      style={{ width, height }}
      aria-hidden="true"
    />
  )
}

/** Short waits show nothing: the placeholders appear after 150 ms (design §7.4). */
export const LATE_CLASS = 'animate-[sk-appear_1ms_linear_150ms_both]'

/** A loading region with placeholders in the real layout, which appear after 150 ms (design §7.4). */
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
    <div className={classNames(LATE_CLASS, className)} aria-busy="true">
      <span className="sr-only" role="status">
        {label}
      </span>
      {children}
    </div>
  )
}
