/** Days for which an unclaimed application is stored, with its files (onboarding, How long it is kept). */
export const APPLICATION_DAYS = 14

/** Why signing in did not claim the visitor's application in this browser (onboarding, Claimed by two proofs). */
export const CLAIM_PROBLEMS = ['unconfirmed', 'other-address', 'own-application', 'expired'] as const
export type ClaimProblem = (typeof CLAIM_PROBLEMS)[number]

/**
 * How long the code that proves a visitor's address is valid, how many wrong codes may be entered, and when
 * another is sent.
 */
export const CODE_MINUTES = 15
export const CODE_TRIES = 5
export const CODE_WAIT_SECONDS = 60

/** Days before an application's deletion on which its owner is reminded. */
export const REMINDER_DAYS = 3
