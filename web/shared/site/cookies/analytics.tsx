import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { currentConsent, subscribeToConsent } from '#web/lib/cookie-consent.ts'
import { useUser } from '#web/lib/session.ts'
import { trustedUrl } from '#web/lib/trusted-url.ts'

/** Where it may run for visitors: pages that neither show nor ask for personal data (security R38). */
const PUBLIC_PATHS: readonly string[] = ['/', '/login', '/welcome', '/terms', '/privacy']

let isRunning = false

/**
 * Runs the deployment's analytics script for those who agreed to it, only signed out and on public pages. A
 * script can't be removed from a running document, so withdrawing consent or leaving those pages loads a new
 * one.
 */
export function Analytics({ scriptUrl, cookies }: { scriptUrl: string; cookies: readonly string[] }) {
  const { preferences } = useSyncExternalStore(subscribeToConsent, currentConsent)
  const user = useUser()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { history } = useRouter()
  const isAllowed = preferences.analytics
  const mayRun = isAllowed && user === null && PUBLIC_PATHS.includes(path)

  useEffect(() => {
    if (mayRun) return start(scriptUrl)
    if (!isAllowed) forgetStorage(cookies)
    if (isRunning) window.location.reload()
  }, [mayRun, isAllowed, scriptUrl, cookies])

  useEffect(() => {
    if (!mayRun) return
    return history.block({
      enableBeforeUnload: false,
      blockerFn: ({ nextLocation, action }) => {
        if (PUBLIC_PATHS.includes(nextLocation.pathname)) return false
        // Back and forward have already changed the URL.
        if (action === 'PUSH' || action === 'REPLACE') window.location.assign(nextLocation.href)
        else window.location.reload()
        return new Promise<never>(() => {})
      },
    })
  }, [mayRun, history])
  return null
}

function start(scriptUrl: string): void {
  if (isRunning) return
  isRunning = true
  const script = document.createElement('script')
  script.async = true
  script.src = trustedUrl(scriptUrl, true)
  document.head.append(script)
}

/**
 * Deletes the cookies and storage entries with these names; a name may end in `*`. Cookies are deleted for this
 * host and its parent domains, for which a script may set them. Only the server sets cookies that scripts can't
 * read.
 */
export function forgetStorage(names: readonly string[]): void {
  const matches = (key: string) =>
    names.some((name) => (name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : key === name))
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=', 1).join()
    if (name && matches(name)) expire(name)
  }
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      for (const key of Object.keys(window[storage])) if (matches(key)) window[storage].removeItem(key)
    } catch {
      // Blocked storage is empty.
    }
  }
}

function expire(name: string): void {
  const labels = location.hostname.split('.')
  const domains = labels.map((_, index) => `; domain=.${labels.slice(index).join('.')}`)
  for (const domain of ['', ...domains]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers.
    document.cookie = `${name}=; max-age=0; path=/${domain}`
  }
}
