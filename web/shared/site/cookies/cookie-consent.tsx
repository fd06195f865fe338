import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { consentBeforeBrowser, currentConsent, subscribeToConsent } from '#web/lib/cookie-consent.ts'
import { siteQuery } from '#web/lib/session.ts'
import { useSomeoneHere } from '#web/lib/someone-here.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { areCookieSettingsOpen, closeCookieSettings, subscribeToCookieSettings } from './settings-store.ts'

const CookieNotice = lazyOverlay(() => import('./cookie-dialogs.tsx'), 'CookieNotice')
const CookieSettings = lazyOverlay(() => import('./cookie-dialogs.tsx'), 'CookieSettings')
const Analytics = lazyOverlay(() => import('./analytics.tsx'), 'Analytics')

/**
 * Asks for the choice about cookies and lets people change it (account-admin §2, Overlays). Nothing but the necessary
 * is loaded before, so that the notice can wait for the first sign of someone.
 */
export function CookieConsent() {
  const { isMade } = useSyncExternalStore(subscribeToConsent, currentConsent, consentBeforeBrowser)
  const areSettingsOpen = useSyncExternalStore(
    subscribeToCookieSettings,
    areCookieSettingsOpen,
    areCookieSettingsOpen,
  )
  const isSomeoneHere = useSomeoneHere()
  const { data: site } = useQuery(siteQuery)
  return (
    <>
      {areSettingsOpen ? (
        <CookieSettings onClose={closeCookieSettings} />
      ) : isSomeoneHere && !isMade ? (
        <CookieNotice />
      ) : null}
      {site?.analytics ? <Analytics {...site.analytics} /> : null}
    </>
  )
}
