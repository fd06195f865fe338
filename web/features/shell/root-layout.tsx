import { Outlet } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useUser } from '#web/lib/session.ts'
import { useSignOfSomebody } from '#web/lib/sign-of-somebody.ts'
import { CookieConsent } from '#web/parts/cookies/cookie-consent.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { followSystemTheme } from '#web/ui/theme.ts'
import { currentToasts, subscribeToToasts } from '#web/ui/toast.ts'
import { useFocusOnNavigation } from './focus-on-navigation.ts'

const EmailCapture = lazyOverlay(
  async () => (await import('#web/parts/email/email-capture.tsx')).EmailCapture,
)
const Toaster = lazyOverlay(async () => (await import('#web/ui/toaster.tsx')).Toaster)

/** What every page has: skip link, theme, focus and title on navigation, toasts, cookies, a missing email. */
export function RootLayout() {
  const announced = useFocusOnNavigation()
  const user = useUser()
  useEffect(followSystemTheme, [])
  return (
    <>
      <SkipLink />
      <Outlet />
      <p className="sr-only" aria-live="polite">
        {announced}
      </p>
      <LazyToaster />
      <CookieConsent />
      {user ? <EmailCapture /> : null}
    </>
  )
}

/** There before the first message, so that one about a lost connection does not need the connection itself. */
function LazyToaster() {
  const hasToasts = useSyncExternalStore(subscribeToToasts, areToastsShown, areToastsShown)
  const isSomebodyHere = useSignOfSomebody()
  return hasToasts || isSomebodyHere ? <Toaster /> : null
}

const areToastsShown = () => currentToasts().length > 0
