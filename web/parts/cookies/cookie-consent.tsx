import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { currentConsent, subscribeToConsent } from '#web/lib/cookie-consent.ts'
import { siteQuery } from '#web/lib/session.ts'
import { areCookieSettingsOpen, subscribeToCookieSettings } from './settings-store.ts'

const CookieNotice = lazy(async () => ({ default: (await import('./cookie-dialogs.tsx')).CookieNotice }))
const CookieSettings = lazy(async () => ({ default: (await import('./cookie-dialogs.tsx')).CookieSettings }))
const Analytics = lazy(async () => ({ default: (await import('./analytics.tsx')).Analytics }))

/** How long a page may be looked at without a movement before the notice comes by itself. */
const UNMOVED_MS = 3000

/** Signs that somebody is at the page. Not `pointerdown`: the notice would come between it and its click. */
const SIGNS = ['mousemove', 'pointerup', 'keyup', 'wheel', 'touchmove'] as const

/**
 * Asks for the choice about cookies and lets people change it (account-admin §2, Overlays). Nothing but the necessary
 * is loaded before, so that the notice can wait until the page stands: it comes with the first sign of somebody, and
 * the first view pays neither bytes nor requests for it (performance P1).
 */
export function CookieConsent() {
  const { isMade } = useSyncExternalStore(subscribeToConsent, currentConsent)
  const areSettingsOpen = useSyncExternalStore(subscribeToCookieSettings, areCookieSettingsOpen)
  const isSomebodyHere = useSignOfSomebody()
  const { data: site } = useQuery(siteQuery)
  return (
    <Suspense fallback={null}>
      {areSettingsOpen ? <CookieSettings /> : isSomebodyHere && !isMade ? <CookieNotice /> : null}
      {site?.analytics ? <Analytics {...site.analytics} /> : null}
    </Suspense>
  )
}

function useSignOfSomebody(): boolean {
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
