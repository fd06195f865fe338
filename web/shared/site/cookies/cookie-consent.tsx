import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
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
 * is loaded before, so that the notice can wait for the first sign of someone, and until they leave the field they type in.
 */
export function CookieConsent() {
  const { isMade } = useSyncExternalStore(subscribeToConsent, currentConsent, consentBeforeBrowser)
  const areSettingsOpen = useSyncExternalStore(
    subscribeToCookieSettings,
    areCookieSettingsOpen,
    areCookieSettingsOpen,
  )
  const isSomeoneHere = useSomeoneHere()
  const isTyping = useIsInField()
  const { data: site } = useQuery(siteQuery)
  return (
    <>
      {areSettingsOpen ? (
        <CookieSettings onClose={closeCookieSettings} />
      ) : isSomeoneHere && !isTyping && !isMade ? (
        <CookieNotice />
      ) : null}
      {site?.analytics ? <Analytics {...site.analytics} /> : null}
    </>
  )
}

/** Whether a field of the page has the focus: the notice would take it, and what is typed next would be lost. */
function useIsInField(): boolean {
  const [isIn, setIn] = useState(false)
  useEffect(() => {
    const enter = ({ target }: FocusEvent) => setIn(isFieldOfPage(target))
    // From one field to the next no one leaves.
    const leave = ({ relatedTarget }: FocusEvent) => setIn(isFieldOfPage(relatedTarget))
    setIn(isFieldOfPage(document.activeElement))
    document.addEventListener('focusin', enter)
    document.addEventListener('focusout', leave)
    return () => {
      document.removeEventListener('focusin', enter)
      document.removeEventListener('focusout', leave)
    }
  }, [])
  return isIn
}

/** The switches of the notice are fields, too. */
function isFieldOfPage(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches('input, textarea, select') &&
    target.closest('[role="dialog"]') === null
  )
}
