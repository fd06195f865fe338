import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSomeoneHere } from '#web/lib/someone-here.ts'
import { CookieConsent } from '#web/shared/site/cookies/cookie-consent.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { followSystemTheme } from '#web/ui/theme.ts'
import { Toaster } from '#web/ui/toaster.tsx'

/**
 * After this many milliseconds without a heading the page's title is announced: part of the page is still
 * loading.
 */
const ANNOUNCE_MS = 2000
/** How many milliseconds to wait for a heading on a slow connection. */
const WAIT_MS = 60_000

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body

const Watch = lazyOverlay(() => import('./watch.tsx'), 'Watch')

/** What every page has: skip link, theme, focus and title on navigation, toasts, cookies. */
export function RootLayout() {
  const announced = useFocusOnNavigation()
  const isSomeoneHere = useSomeoneHere()
  useEffect(followSystemTheme, [])
  return (
    <>
      <SkipLink />
      <CookieConsent />
      <Outlet />
      <p className="sr-only" aria-live="polite">
        {announced}
      </p>
      <Toaster />
      {isSomeoneHere ? <Watch /> : null}
    </>
  )
}

/**
 * Moves the focus to the heading of each new page, so that reading starts there (design §7.1). Returns the page's
 * title to announce if there is no heading to focus, otherwise ''. The first page keeps the browser's own
 * focus.
 */
function useFocusOnNavigation(): string {
  const router = useRouter()
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    let stop = () => {}
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      stop()
      stop = leadToHeading(setAnnounced)
    })
    return () => {
      unsubscribe()
      stop()
    }
  }, [router])
  return announced
}

/**
 * Waits for the page's heading. The previous page may still be rendered while the new one loads: if the focused
 * heading is removed, the focus moves to the next one. Stops once the focus is elsewhere or the returned
 * function is called.
 */
function leadToHeading(announce: (title: string) => void): () => void {
  const since = performance.now()
  let frame = 0
  let start: Element | null = null
  const look = () => {
    start = focusStart()
    const waited = performance.now() - since
    announce(!start && waited > ANNOUNCE_MS ? document.title : '')
    if (!start && waited < WAIT_MS) frame = requestAnimationFrame(look)
  }
  const observer = new MutationObserver(() => {
    if (!start || start.isConnected || hasFocus()) return
    start = null
    frame = requestAnimationFrame(look)
  })
  const handleFocus = ({ target }: FocusEvent) => {
    if (start && target !== start) stop()
  }
  const stop = () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    document.removeEventListener('focusin', handleFocus)
  }
  frame = requestAnimationFrame(look)
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', handleFocus)
  return stop
}

/** Focuses the page's heading. Returns the element focused afterwards, or null while there is no heading. */
function focusStart(): Element | null {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1')
  if (!heading) return null
  // A page that has already focused something inside itself (an error summary, a field) keeps that focus.
  if (document.querySelector('main')?.contains(document.activeElement)) return document.activeElement
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return heading
}
