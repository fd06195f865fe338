import type { ReactNode } from 'react'

/** What a person or a company is called, in whichever direction its letters are read: it doesn’t turn what stands beside it. */
export function Name({ children }: { children: ReactNode }) {
  return <bdi>{children}</bdi>
}
