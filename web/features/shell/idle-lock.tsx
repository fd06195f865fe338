import { focusManager } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { noteInput } from '#web/lib/activity.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery, signInUrl } from '#web/lib/session.ts'
import { SESSION_CHANNEL } from '#web/lib/session-channel.ts'
import { signOut } from '#web/lib/sign-out.ts'
import { openSignInWindow } from '#web/shared/sign-in/sign-in-window.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { type Presence, watchPresence } from './idle.ts'

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
      <div className="offline" role="status">
        {presence === 'leaving' ? (
          <Banner kind="warning" title="Are you still there?">
            We’ll lock this page in less than a minute to keep your account safe.{' '}
            <button className="link" type="button">
              Stay signed in
            </button>
          </Banner>
        ) : null}
      </div>
      <Dialog
        open={isLocked}
        onOpenChange={() => {}}
        dismissible={false}
        size="sm"
        className="dlg-lock"
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
    noteInput()
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
