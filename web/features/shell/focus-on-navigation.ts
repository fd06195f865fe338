import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Moves the focus to the heading of each new page, so that reading starts there (design §7). Gives the page's title to
 * announce where there is no heading to focus, and '' otherwise. The first page keeps the browser's own focus.
 */
export function useFocusOnNavigation(): string {
  const router = useRouter()
  const [announced, setAnnounced] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        // The page's own effects title the document and draw its heading first.
        requestAnimationFrame(() => setAnnounced(focusHeading() ? '' : document.title))
      }),
    [router],
  )
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
