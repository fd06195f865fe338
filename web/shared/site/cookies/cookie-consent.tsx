import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { consentBeforeBrowser, currentConsent, subscribeToConsent } from '#web/lib/cookie-consent.ts'
import { siteQuery } from '#web/lib/session.ts'
import { useSomeoneHere } from '#web/lib/someone-here.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { areCookieSettingsOpen, closeCookieSettings, subscribeToCookieSettings } from './settings-store.ts'

const CookieNotice = lazyOverlay(() => import('./cookie-notice.tsx'), 'CookieNotice')
const CookieSettings = lazyOverlay(() => import('./cookie-settings.tsx'), 'CookieSettings')
const Analytics = lazyOverlay(() => import('./analytics.tsx'), 'Analytics')

/**
 * Asks for the cookie choice and lets people change it (account-admin §4.4). Only what is necessary is
 * loaded before, so the notice can wait for the first interaction, and until people leave the field they are
 * typing in.
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
  const isDue = isSomeoneHere && !isMade
  // It doesn't appear while someone types or is about to; once shown it stays, with its switches as they are.
  const [hasCome, setHasCome] = useState(false)
  useEffect(() => {
    if (!isDue || isTyping) return
    const timer = setTimeout(() => setHasCome(true), LEFT_MS)
    return () => clearTimeout(timer)
  }, [isDue, isTyping])
  const { data: site } = useQuery(siteQuery)
  return (
    <>
      {areSettingsOpen ? (
        <CookieSettings onClose={closeCookieSettings} />
      ) : isDue && hasCome ? (
        <CookieNotice isAway={isTyping} />
      ) : null}
      {site?.analytics ? <Analytics {...site.analytics} /> : null}
    </>
  )
}

/**
 * How long to wait after a field loses focus, in milliseconds: the click may be for something the notice would
 * cover.
 */
const LEFT_MS = 400

/** Whether a field of the page has the focus, or had it a moment ago. */
function useIsInField(): boolean {
  const [isIn, setIn] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const set = (next: boolean) => {
      clearTimeout(timer)
      if (next) setIn(true)
      else timer = setTimeout(() => setIn(false), LEFT_MS)
    }
    const enter = ({ target }: FocusEvent) => set(isFieldOfPage(target))
    // Moving from one field to another isn't leaving.
    const leave = ({ relatedTarget }: FocusEvent) => set(isFieldOfPage(relatedTarget))
    setIn(isFieldOfPage(document.activeElement))
    document.addEventListener('focusin', enter)
    document.addEventListener('focusout', leave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', enter)
      document.removeEventListener('focusout', leave)
    }
  }, [])
  return isIn
}

/** Excludes the notice's own switches, which are fields too. */
function isFieldOfPage(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches('input, textarea, select') &&
    target.closest('[role="dialog"]') === null
  )
}
