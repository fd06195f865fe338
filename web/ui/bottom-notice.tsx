import type { ReactNode } from 'react'

/** A notice about the whole page at its bottom, above fixed buttons and panels. */
export function BottomNotice({ children }: { children: ReactNode }) {
  return (
    <div
      // Raised above the panel by a transform, which moves nothing else and causes no layout shift.
      className="fixed bottom-(--notice-bottom,16px) left-1/2 z-65 w-max max-w-[calc(100vw-32px)] -translate-x-1/2 translate-y-[calc(var(--bottom-panel,0px)*-1)] rounded-2 shadow-3 print:hidden"
      role="status"
    >
      {children}
    </div>
  )
}
