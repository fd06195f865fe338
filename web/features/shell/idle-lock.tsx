import { focusManager } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { isUnattended, lastInputAt, markActive } from '#web/lib/activity.ts'
import { api } from '#web/lib/api.ts'
import { readStored, writeStored } from '#web/lib/browser-storage.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { SESSION_CHANNEL, sessionQuery, signInUrl } from '#web/lib/session.ts'
import { signOut } from '#web/lib/sign-out.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { openSignInWindow } from '#web/shared/sign-in/sign-in-window.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BottomNotice } from '#web/ui/bottom-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmailText } from '#web/ui/email-text.tsx'

const MINUTE_MS = 60_000
/** The page locks this long before the server would end the session, and warns as long before that. */
const AHEAD_MS = MINUTE_MS
/** While someone is at the page, the server hears of it at least this often, whether the page has something to ask or not. */
const TELL_MS = MINUTE_MS
/** Other tabs hear of input this often. */
const SHARE_MS = 5_000

const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focusin'] as const

/**
 * Locks the page once no one has touched it for as long as a session may be idle, or its session `hasEnded` otherwise (security
 * R7): what it shows is covered, what was typed stays in it, and it opens again for the same person after a sign-in in a window beside it.
 */
export function IdleLock({
  user,
  idleMinutes,
  hasEnded = false,
}: {
  user: AuthUser
  /** Not known where the session has ended. */
  idleMinutes: number | undefined
  hasEnded?: boolean
}) {
  const [presence, setPresence] = useState<Presence>('here')
  const isLocked = hasEnded || presence === 'locked'
  const signIn = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!isLocked && idleMinutes) return watchPresence(idleMinutes, setPresence)
  }, [idleMinutes, isLocked])
  useEffect(() => {
    if (isLocked) return stayLocked(user, () => setPresence('here'))
  }, [isLocked, user])

  return (
    <>
      <BottomNotice>
        {presence === 'leaving' ? (
          <Banner kind="warning" title="Are you still there?">
            We’ll lock this page in less than a minute to keep your account safe.{' '}
            <button className="link" type="button">
              Stay signed in
            </button>
          </Banner>
        ) : null}
      </BottomNotice>
      <Dialog
        open={isLocked}
        onOpenChange={() => {}}
        dismissible={false}
        size="sm"
        covers
        initialFocus={signIn}
        title="This page is locked"
        description={`${hasEnded ? 'Your session has ended' : 'You didn’t use it for a while'}, so we locked it to keep your account safe. What you typed is still here.`}
        footer={
          <>
            <Button variant="secondary" onClick={signOut}>
              Sign out
            </Button>
            <a
              ref={signIn}
              className={buttonClass('primary')}
              href={signInUrl('/signed-in', { reauth: true })}
              target="_blank"
              rel="noopener opener"
              onClick={(event) => void openSignInWindow(event, event.currentTarget.href)}
            >
              Sign in to continue
            </a>
          </>
        }
      >
        {user.auth0_email ? (
          <p>
            Sign in as <EmailText address={user.auth0_email} />. A new window opens, and this page unlocks
            when you’re done.
          </p>
        ) : (
          <p>A new window opens, and this page unlocks when you’re done.</p>
        )}
      </Dialog>
    </>
  )
}

/** While the page is locked it asks nothing, so that the end of the session takes nothing away; it looks for a new sign-in alone. */
function stayLocked(user: AuthUser, unlock: () => void): () => void {
  focusManager.setFocused(false)
  void queryClient.cancelQueries()
  const look = async () => {
    const session = await api('GET /api/auth/user').catch(() => undefined)
    if (!session?.user || session.user.last_login === user.last_login) return
    if (session.user.id !== user.id) return window.location.reload()
    markActive()
    queryClient.setQueryData(sessionQuery.queryKey, session)
    unlock()
  }
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.addEventListener('message', look)
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    channel.close()
    window.removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
    focusManager.setFocused(undefined)
    void queryClient.invalidateQueries()
  }
}

type Presence = 'here' | 'leaving' | 'locked'

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
function watchPresence(idleMinutes: number, tell: (presence: Presence) => void): () => void {
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
    markActive()
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
