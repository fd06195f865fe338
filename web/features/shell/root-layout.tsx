import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { CookieConsent } from '#web/parts/cookies/cookie-consent.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { followSystemTheme } from '#web/ui/theme.ts'
import { currentToasts, subscribeToToasts } from '#web/ui/toast.ts'
import { useFocusOnNavigation } from './focus-on-navigation.ts'

const Toaster = lazy(async () => ({ default: (await import('#web/ui/toaster.tsx')).Toaster }))

/** What every page has: skip link, theme, focus and title on navigation, toasts (loaded with the first of them), cookies. */
export function RootLayout() {
  const announced = useFocusOnNavigation()
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
    </>
  )
}

function LazyToaster() {
  const hasToasts = useSyncExternalStore(subscribeToToasts, () => currentToasts().length > 0)
  const isLoaded = useSyncExternalStore(subscribeToToasts, wasEverShown)
  if (!hasToasts && !isLoaded) return null
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  )
}

let shown = false
/** Once there was a toast, the toaster stays: its region and its F8 key remain where people found them. */
function wasEverShown(): boolean {
  shown ||= currentToasts().length > 0
  return shown
}
