import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** After this long without a heading the page's title is announced: some part of it is still being loaded. */
const ANNOUNCE_MS = 2000
/** A heading that comes later on a slow line is not waited for. */
const WAIT_MS = 60_000

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
        if (focusHeading()) return setAnnounced('')
        const waited = performance.now() - since
        if (waited > ANNOUNCE_MS) setAnnounced(document.title)
        if (waited < WAIT_MS) frame = requestAnimationFrame(look)
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
