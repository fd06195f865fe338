import { DRAFT_PREFIX, LOCAL_KEYS, WAITING_FILES } from './storage-keys.ts'

/** Removes everything personal that the browser keeps (security R8, R39); how the site looks stays as chosen. */
export function clearPersonalData(): void {
  try {
    sessionStorage.clear()
    const own: readonly string[] = Object.values(LOCAL_KEYS).filter((key) => key !== LOCAL_KEYS.theme)
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(DRAFT_PREFIX) || own.includes(key)) localStorage.removeItem(key)
    }
    indexedDB.deleteDatabase(WAITING_FILES)
  } catch {
    // Blocked storage holds nothing of ours.
  }
}

/** Ends the session: clears the browser's copy, then leaves for the server's sign-out. */
export function signOut(): void {
  leaveFor('/api/auth/logout')
}

/** The same, ending at a path of this site. */
export function signOutTo(returnTo: string): void {
  leaveFor(`/api/auth/logout?${new URLSearchParams({ returnTo })}`)
}

function leaveFor(url: string): void {
  clearPersonalData()
  // Until the page is left it keeps noting things, such as the last touch.
  window.addEventListener('pagehide', clearPersonalData)
  // Back must not show the signed-in page from the browser's memory.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) window.location.reload()
  })
  window.location.assign(url)
}
