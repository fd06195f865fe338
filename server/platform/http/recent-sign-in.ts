import { RECENT_SIGN_IN_MINUTES } from '#contract/auth.ts'
import type { Caller } from '#server/platform/sessions/caller.ts'
import { AppError } from './app-error.ts'

/** Throws REAUTH_REQUIRED unless the person proved who they are a short while ago (security R11). */
export function requireRecentSignIn(caller: Pick<Caller, 'authTime'>, now: Date): void {
  if (now.getTime() - caller.authTime.getTime() <= RECENT_SIGN_IN_MINUTES * 60_000) return
  throw new AppError('REAUTH_REQUIRED', 'Sign in again to confirm that it is you.')
}
