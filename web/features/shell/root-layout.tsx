import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUser } from '#web/lib/session.ts'
import { useSomeoneHere } from '#web/lib/someone-here.ts'
import { CookieConsent } from '#web/shared/site/cookies/cookie-consent.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { followSystemTheme } from '#web/ui/theme.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { useFocusOnNavigation } from './focus-on-navigation.ts'

const EmailCapture = lazyOverlay(() => import('#web/shared/account/email/email-capture.tsx'), 'EmailCapture')

const Watch = lazyOverlay(() => import('./watch.tsx'), 'Watch')

/** What every page has: skip link, theme, focus and title on navigation, toasts, cookies, a missing email. */
export function RootLayout() {
  const announced = useFocusOnNavigation()
  const user = useUser()
  const isSomeoneHere = useSomeoneHere()
  useEffect(followSystemTheme, [])
  return (
    <>
      <SkipLink />
      <Outlet />
      <p className="sr-only" aria-live="polite">
        {announced}
      </p>
      <Toaster />
      {isSomeoneHere ? <Watch /> : null}
      <CookieConsent />
      {user ? <EmailCapture /> : null}
    </>
  )
}
