import { RECENT_SIGN_IN_MINUTES } from '#contract/sign-in/auth.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Caller } from './caller.ts'

/** Whether the person proved who they are a short while ago. */
export function isRecentSignIn(caller: Pick<Caller, 'authTime'>, now: Date): boolean {
  return now.getTime() - caller.authTime.getTime() <= RECENT_SIGN_IN_MINUTES * 60_000
}

/** Throws REAUTH_REQUIRED unless the person proved who they are a short while ago (security R11). */
export function requireRecentSignIn(caller: Pick<Caller, 'authTime'>, now: Date): void {
  if (!isRecentSignIn(caller, now)) throw signInAgain()
}

/** The same of staff, where they need a second factor; elsewhere the age of a sign-in does not matter here. */
export function requireStepUp({ needsStepUp }: Pick<Caller, 'needsStepUp'>): void {
  if (needsStepUp) throw signInAgain()
}

function signInAgain(): AppError {
  return new AppError('REAUTH_REQUIRED', 'Sign in again to confirm that it is you.')
}
