import type { ReactNode } from 'react'

/** What is said of the whole page, at its bottom and above the buttons and the panel that are fixed there. */
export function BottomNotice({ children }: { children: ReactNode }) {
  return (
    <div
      // Lifted above the panel by a translation, which moves nothing else and is no shift of the page.
      className="fixed bottom-(--notice-bottom,16px) left-1/2 z-65 w-max max-w-[calc(100vw-32px)] -translate-x-1/2 translate-y-[calc(var(--bottom-panel,0px)*-1)] rounded-2 shadow-3"
      role="status"
    >
      {children}
    </div>
  )
}
