import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A notice about the whole page at its bottom, above fixed buttons and panels. */
export function BottomNotice({
  children,
  isUnderCamera = false,
}: {
  children: ReactNode
  /** Whether the camera covers it, which then says the same itself. */
  isUnderCamera?: boolean
}) {
  return (
    <div
      // Raised above the panel by a transform, which moves nothing else and causes no layout shift.
      className={classNames(
        isUnderCamera ? 'z-58' : 'z-65',
        'fixed bottom-(--notice-bottom,16px) left-1/2 w-max max-w-[calc(100vw-32px)] -translate-x-1/2 translate-y-[calc(var(--bottom-panel,0px)*-1)] rounded-2 shadow-3 print:hidden',
      )}
      role="status"
    >
      {children}
    </div>
  )
}
