import { ApiError } from '#web/lib/api-error.ts'
import { signInUrl } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Whether a refusal asks for a fresh sign-in (security R11). */
export function needsSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'REAUTH_REQUIRED'
}

/** What to do about it; the way back brings what was typed. */
export function SignInAgain({ returnTo, className }: { returnTo: string; className?: string }) {
  return (
    <Banner kind="warning" title="Sign in again to change roles" live className={className}>
      We ask for this because a role opens everybody’s data.{' '}
      <a href={signInUrl(returnTo, { reauth: true })}>Sign in again</a>
    </Banner>
  )
}
