import type { ReactNode } from 'react'

/** What is said of the whole page, at its bottom and above the buttons and the panel that are fixed there. */
export function BottomNotice({ children }: { children: ReactNode }) {
  return (
    <div
      className="fixed bottom-[calc(var(--notice-bottom,16px)+var(--bottom-panel,0px))] left-1/2 z-65 w-max max-w-[calc(100vw-32px)] -translate-x-1/2 rounded-2 shadow-3"
      role="status"
    >
      {children}
    </div>
  )
}
