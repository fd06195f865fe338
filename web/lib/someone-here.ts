import { useEffect, useState } from 'react'

/** How long a page may be looked at without a movement until someone is taken to be there. */
const UNMOVED_MS = 3000

/** Not `pointerdown`: what then appears would come between it and its click. */
const SIGNS = ['mousemove', 'pointerup', 'keyup', 'wheel', 'touchmove'] as const

/**
 * Whether someone has moved, typed or touched since the page loaded, or has had the time to read. What only people at
 * the page need waits for it, so that the first view pays neither bytes nor requests (performance P1).
 */
export function useSomeoneHere(): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen) return
    const see = () => setSeen(true)
    const timer = setTimeout(see, UNMOVED_MS)
    for (const sign of SIGNS) window.addEventListener(sign, see, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) window.removeEventListener(sign, see)
    }
  }, [isSeen])
  return isSeen
}
