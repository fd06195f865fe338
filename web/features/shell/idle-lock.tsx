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
/** The page locks this many milliseconds before the server would end the session, and warns as long before that. */
const AHEAD_MS = MINUTE_MS
/**
 * While someone uses the page, the server is told at least this often (in milliseconds), even if the page has
 * no request to make.
 */
const TELL_MS = MINUTE_MS
/** How often other tabs are told about input, in milliseconds. */
const SHARE_MS = 5_000

const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focusin'] as const

/**
 * Locks the page when no one has used it for as long as a session may be idle, or once its session `hasEnded`
 * (security R7): its content is covered but kept, including what was typed, and it unlocks after the same
 * person signs in, in another window.
 */
export function IdleLock({
  user,
  idleMinutes,
  hasEnded = false,
}: {
  user: AuthUser
  /** Undefined if the session has ended. */
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
        backCloses={false}
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

/**
 * A locked page sends no requests, so that the end of the session removes nothing; it only checks for a new
 * sign-in.
 */
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

/**
 * The presence of someone whose last input is this long ago. For a session of a few minutes the warning comes
 * at half time.
 */
export function presenceAfter(idleMs: number, idleMinutes: number): Presence {
  const lockMs = Math.max(idleMinutes * MINUTE_MS - AHEAD_MS, (idleMinutes * MINUTE_MS) / 2)
  const warnMs = Math.max(lockMs - AHEAD_MS, lockMs / 2)
  if (idleMs >= lockMs) return 'locked'
  return idleMs >= warnMs ? 'leaving' : 'here'
}

/**
 * Watches for input in this tab and, through storage, in other tabs, until the returned function is called.
 * Reports each change; after `locked` input no longer counts. A device waking from sleep is checked before its
 * first input counts.
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
      // A lost call doesn't matter: the next one follows, and the server enforces its own limit.
      api('GET /api/auth/user').catch(() => {})
    }
    tell('here')
  }
  const timer = setInterval(look, 1000)
  const wake = () => void look()
  for (const name of INPUT) document.addEventListener(name, input, { capture: true, passive: true })
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('pageshow', wake)
  // Opening the page counts as input, regardless of what another tab stored earlier.
  if (!isUnattended()) input()
  return () => {
    clearInterval(timer)
    for (const name of INPUT) document.removeEventListener(name, input, { capture: true })
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('pageshow', wake)
  }
}
