import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { signInUrl } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Whether a refusal asks for a fresh sign-in (security R11). */
export function needsSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'REAUTH_REQUIRED'
}

/** The same, or that the session has ended meanwhile: either way signing in lets it go on. */
export function mendedBySignIn(error: unknown): boolean {
  return needsSignIn(error) || isSignedOut(error)
}

/** What to do about it; the way back brings people where they were. */
export function SignInAgain({
  title,
  why,
  returnTo,
  onLeave,
  className,
}: {
  /** Names what waits for it: "Sign in again to change roles". */
  title: string
  why: string
  returnTo: string
  /** Keeps what would be lost on the way. */
  onLeave?: () => void
  className?: string
}) {
  return (
    <Banner kind="warning" title={title} live className={className}>
      {why}{' '}
      <a href={signInUrl(returnTo, { reauth: true })} onClick={onLeave}>
        Sign in again
      </a>
    </Banner>
  )
}
