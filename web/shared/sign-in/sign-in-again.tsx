import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { currentPath, SESSION_CHANNEL, sessionQuery } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { openSignInWindow, strongSignInUrl } from './sign-in-window.ts'

/** Whether a refusal asks for a fresh sign-in (security R11). */
export function needsSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'REAUTH_REQUIRED'
}

/** The same, or that the session has ended meanwhile: either way signing in lets it continue. */
export function solvedBySignIn(error: unknown): boolean {
  return needsSignIn(error) || isSignedOut(error)
}

/**
 * What to do about it: a sign-in in a window beside the page, after which it says so and the same button works. Where the browser opens no
 * window, the way back brings people where they were.
 */
export function SignInAgain({
  title = 'Confirm it’s you',
  why = 'You signed in more than 15 minutes ago. What you typed is kept.',
  returnTo = currentPath(),
  onLeave,
  onDone,
  className,
}: {
  /** Names what waits for it: "Sign in again to change roles". */
  title?: string
  why?: string
  /** Where it has to be another page than this one. */
  returnTo?: string
  /** Keeps what would be lost on the way. */
  onLeave?: () => void
  /** Called once they have signed in, for what can be tried again without a press. */
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
      </a>
    </Banner>
  )
}

/** Whether the person the page was made for has signed in; for another one it is made again. */
async function isSamePerson(): Promise<boolean> {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  const session = await api('GET /api/auth/user')
  if (before?.user && session.user && before.user.id !== session.user.id) window.location.reload()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  return session.user !== null
}
