import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { currentPath, SESSION_CHANNEL, sessionQuery } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { openSignInWindow, strongSignInUrl } from './sign-in-window.ts'

/** Whether a refusal requires a recent sign-in (security R11). */
export function needsSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'REAUTH_REQUIRED'
}

/** Whether signing in again solves it: a recent sign-in is required, or the session has ended. */
export function solvedBySignIn(error: unknown): boolean {
  return needsSignIn(error) || isSignedOut(error)
}

/**
 * Offers to sign in again in another window, after which the page says so and the same button works. If the
 * browser opens no window, the return path restores the page.
 */
export function SignInAgain({
  title = 'Confirm it’s you',
  why = 'You signed in more than 15 minutes ago. What you typed is kept.',
  returnTo = currentPath(),
  onLeave,
  onDone,
  className,
}: {
  /** Names what needs the sign-in: "Sign in again to change roles". */
  title?: string
  why?: string
  /** The page to return to, if not this one. */
  returnTo?: string
  /** Stores what leaving the page would lose. */
  onLeave?: () => void
  /** Called after the sign-in, for what can be retried without another click. */
  onDone?: () => void
  className?: string
}) {
  const [isDone, setDone] = useState(false)
  const handleSignIn = useEffectEvent(async () => {
    const isSame = await isSamePerson().catch(() => false)
    if (!isSame) return
    setDone(true)
    onDone?.()
  })
  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL)
    channel.addEventListener('message', () => void handleSignIn())
    return () => channel.close()
  }, [])
  if (isDone)
    return (
      <Banner kind="success" title="Thanks, it’s you" live className={className}>
        You can continue where you left off.
      </Banner>
    )
  return (
    <Banner kind="warning" title={title} live className={className}>
      {why}{' '}
      <a
        href={strongSignInUrl(returnTo)}
        onClick={(event) => {
          if (!openSignInWindow(event, strongSignInUrl('/signed-in'))) onLeave?.()
        }}
      >
        Sign in again
      </a>{' '}
      in a new window.
    </Banner>
  )
}

/** Whether the page's own person has signed in; for someone else it is reloaded. */
async function isSamePerson(): Promise<boolean> {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  const session = await api('GET /api/auth/user')
  if (before?.user && session.user && before.user.id !== session.user.id) window.location.reload()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  return session.user !== null
}
