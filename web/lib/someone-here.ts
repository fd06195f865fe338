import { useEffect, useState } from 'react'

/** How long a page must be open without any input until someone counts as present. */
const UNMOVED_MS = 3000

/** Not `pointerdown`: what it shows would come between the pointer and its click. */
const SIGNS = ['mousemove', 'pointerup', 'keyup', 'wheel', 'touchmove'] as const

/**
 * Whether someone has moved, typed or touched since the page loaded, or has had time to read. What only a
 * present person needs waits for this, so that the first view costs neither bytes nor requests (performance
 * P1).
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
