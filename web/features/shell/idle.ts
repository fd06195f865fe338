import { isUnattended, lastInputAt, noteInput } from '#web/lib/activity.ts'
import { api } from '#web/lib/api.ts'
import { readStored, writeStored } from '#web/lib/browser-storage.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'

const MINUTE_MS = 60_000
/** The page locks this long before the server would end the session, and warns as long before that. */
const AHEAD_MS = MINUTE_MS
/** While someone is at the page, the server hears of it at least this often, whether the page has something to ask or not. */
const TELL_MS = MINUTE_MS
/** Other tabs hear of input this often. */
const SHARE_MS = 5_000

const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focusin'] as const

export type Presence = 'here' | 'leaving' | 'locked'

/** Where someone stands who was last at the product so long ago. A session of a few minutes is warned of at half its time. */
export function presenceAfter(idleMs: number, idleMinutes: number): Presence {
  const lockMs = Math.max(idleMinutes * MINUTE_MS - AHEAD_MS, (idleMinutes * MINUTE_MS) / 2)
  const warnMs = Math.max(lockMs - AHEAD_MS, lockMs / 2)
  if (idleMs >= lockMs) return 'locked'
  return idleMs >= warnMs ? 'leaving' : 'here'
}

/**
 * Watches for input in this tab, and by what other tabs have noted there, until the given function is called. Tells of each
 * change; after `locked` nothing counts as input any more. A device that slept is asked when it wakes, before its first touch counts.
 */
export function watchPresence(idleMinutes: number, tell: (presence: Presence) => void): () => void {
  let toldServer = Date.now()
  let shared = 0
  let isLocked = false
  const look = (): boolean => {
    if (isLocked) return true
    const elsewhere = Number(readStored('local', LOCAL_KEYS.lastInput))
    const last = Math.max(lastInputAt(), Number.isFinite(elsewhere) ? Math.min(elsewhere, Date.now()) : 0)
    const presence = presenceAfter(Date.now() - last, idleMinutes)
    isLocked = presence === 'locked'
    tell(presence)
    return isLocked
  }
  const input = () => {
    if (look()) return
    noteInput()
    const now = Date.now()
    if (now - shared >= SHARE_MS) {
      shared = now
      writeStored('local', LOCAL_KEYS.lastInput, String(now))
    }
    if (now - toldServer >= TELL_MS) {
      toldServer = now
      // Whether it arrives is not the page's concern: the next one follows, and the server's limit stands.
      api('GET /api/auth/user').catch(() => {})
    }
    tell('here')
  }
  const timer = setInterval(look, 1000)
  const wake = () => void look()
  for (const name of INPUT) document.addEventListener(name, input, { capture: true, passive: true })
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('pageshow', wake)
  // Anyone who has just arrived is here, whatever another tab noted yesterday.
  if (!isUnattended()) input()
  return () => {
    clearInterval(timer)
    for (const name of INPUT) document.removeEventListener(name, input, { capture: true })
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('pageshow', wake)
  }
}
