import type { ClaimProblem } from '#contract/onboarding/application-claims.ts'
import { NUDGE_DAYS, type NudgeDay } from '#contract/onboarding/nudges.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { daysBetween, londonDate } from '#domain/plain-date.ts'

/** Whether two texts are one email address: ASCII letters of either case are alike, and no other characters are. */
export function isSameAddress(left: string, right: string): boolean {
  return asciiLower(left) === asciiLower(right)
}

/** `toLowerCase` would also turn other characters, such as the Kelvin sign, into ASCII letters: another address. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** What a visitor began: the address they typed, and the kinds of account they have given anything for. */
export interface ClaimableApplication {
  email: string
  kinds: readonly CaseKind[]
}

/** Who signs in: what the provider says of their address, and the kinds of account they have started themselves. */
export interface Claimant {
  email: string | undefined
  emailVerified: boolean
  kinds: readonly CaseKind[]
}

/**
 * Why an application does not become the claimant's; null where it does (choices §2). Whose address it is comes first:
 * strangers learn nothing more of it.
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
 * Which reminder of a draft is due that was left alone since a moment, if any: from the 7th day the first, from the 14th
 * the second, from the 30th the third, counted in London (cases, Notices). One whose day was missed follows late, and
 * one that the next has overtaken is not sent.
 */
export function nudgeDue(leftAloneSince: Date, now: Date): NudgeDay | null {
  const days = daysBetween(londonDate(leftAloneSince), londonDate(now))
  return NUDGE_DAYS.findLast((day) => days >= day) ?? null
}
