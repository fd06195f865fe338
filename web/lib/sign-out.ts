import { SIGNED_OUT_COOKIE } from '#contract/sign-in/sign-in-cookies.ts'
import { LOCAL_KEYS, WAITING } from './storage-keys.ts'
import { wasTold } from './told-by-cookie.ts'

/** Removes everything personal from the browser's storage (security R8, R39); display preferences stay. */
export function clearPersonalData(): void {
  try {
    sessionStorage.clear()
    const own: readonly string[] = Object.values(LOCAL_KEYS).filter((key) => key !== LOCAL_KEYS.theme)
    for (const key of own) localStorage.removeItem(key)
    indexedDB.deleteDatabase(WAITING)
  } catch {
    // Blocked storage contains nothing of ours.
  }
}

/** The same after a sign-out by URL, which the server reports by a cookie. */
export function clearAfterSignOut(): void {
  if (wasTold(SIGNED_OUT_COOKIE)) clearPersonalData()
}

/** The channel on which a browser's tabs hear about a sign-out. */
const SIGN_OUT_CHANNEL = 'sign-out'
/**
 * When another tab checks whether the session is over: the server ends it a moment later, on a slow connection
 * some seconds.
 */
const LOOK_AFTER_MS = [300, 1_000, 3_000, 10_000]

/** Calls `look` a few times after a sign-out in another tab; returns a function that stops listening. */
export function hearSignOut(look: () => void): () => void {
  const channel = new BroadcastChannel(SIGN_OUT_CHANNEL)
  const timers: ReturnType<typeof setTimeout>[] = []
  channel.addEventListener('message', () => {
    timers.push(...LOOK_AFTER_MS.map((ms) => setTimeout(look, ms)))
  })
  return () => {
    channel.close()
    timers.forEach(clearTimeout)
  }
}

/** Ends the session: clears the browser's storage, then leaves for the server's sign-out. */
export function signOut(): void {
  leaveFor('/api/auth/logout')
}

/** The same, ending at a path of this site. */
export function signOutTo(returnTo: string): void {
  leaveFor(`/api/auth/logout?${new URLSearchParams({ returnTo })}`)
}

function leaveFor(url: string): void {
  clearPersonalData()
  new BroadcastChannel(SIGN_OUT_CHANNEL).postMessage('signed out')
  // Until the page is left it keeps storing things, such as the last activity.
  window.addEventListener('pagehide', clearPersonalData)
  // Going back must not show the signed-in page from the browser's cache.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) window.location.reload()
  })
  window.location.assign(url)
}
