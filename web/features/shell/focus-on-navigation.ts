import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** How long a page may take to draw its heading, some part of it being loaded after the page itself. */
const WAIT_MS = 2000

/**
 * Moves the focus to the heading of each new page, so that reading starts there (design §7). Returns the page's title to
 * announce where there is no heading to focus, and '' otherwise. The first page keeps the browser's own focus.
 */
export function useFocusOnNavigation(): string {
  const router = useRouter()
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    let frame = 0
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      const since = performance.now()
      const look = () => {
        if (focusHeading()) setAnnounced('')
        else if (performance.now() - since < WAIT_MS) frame = requestAnimationFrame(look)
        else setAnnounced(document.title)
      }
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    })
    return () => {
      unsubscribe()
      cancelAnimationFrame(frame)
    }
  }, [router])
  return announced
}

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1')
  if (!heading) return false
  // A page that has already put the focus inside itself (an error summary, a field) knows better.
  if (document.querySelector('main')?.contains(document.activeElement)) return true
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
