import type { ClaimProblem } from '#contract/onboarding/application-claims.ts'
import { NUDGE_DAYS, type NudgeDay } from '#contract/onboarding/nudges.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { daysBetween, londonDate } from '#domain/plain-date.ts'

/** Whether two texts are the same email address: only the case of ASCII letters is ignored. */
export function isSameAddress(left: string, right: string): boolean {
  return asciiLower(left) === asciiLower(right)
}

/**
 * `toLowerCase` would also turn other characters, such as the Kelvin sign, into ASCII letters: a different
 * address.
 */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** A visitor's application: the address they typed, and the account types they have given anything for. */
export interface ClaimableApplication {
  email: string
  kinds: readonly CaseKind[]
}

/**
 * The person who signs in: what the provider says about their address, and the account types they have started
 * themselves.
 */
export interface Claimant {
  email: string | undefined
  emailVerified: boolean
  kinds: readonly CaseKind[]
}

/**
 * Returns why an application does not become the claimant's; null if it does (onboarding, Claimed by two proofs).
 * Ownership of the address is checked first, so that strangers learn nothing else.
 */
export function applicationProblem(
  application: ClaimableApplication,
  claimant: Claimant,
): Exclude<ClaimProblem, 'expired'> | null {
  if (claimant.email === undefined || !isSameAddress(application.email, claimant.email))
    return 'other-address'
  if (!claimant.emailVerified) return 'unconfirmed'
  return application.kinds.some((kind) => claimant.kinds.includes(kind)) ? 'own-application' : null
}

/**
 * Returns which reminder is due for a draft untouched since a moment, if any: the first from the 7th day, the
 * second from the 14th, the third from the 30th, counted in London (cases, Drafts left alone). One whose day was
 * missed is sent late, and one overtaken by the next is not sent.
 */
export function nudgeDue(leftAloneSince: Date, now: Date): NudgeDay | null {
  const days = daysBetween(londonDate(leftAloneSince), londonDate(now))
  return NUDGE_DAYS.findLast((day) => days >= day) ?? null
}
