import type { ReactNode } from 'react'

/** A person's or company's name, isolated so that right-to-left letters don’t affect the text next to it. */
export function Name({ children }: { children: ReactNode }) {
  return <bdi>{children}</bdi>
}
