/** How long an application that no one has claimed is kept, with its files (choices §2). */
export const APPLICATION_DAYS = 14

/** Why a sign-in did not make the visitor's application in this browser the person's own (choices §2). */
export const CLAIM_PROBLEMS = ['unconfirmed', 'other-address', 'own-application', 'expired'] as const
export type ClaimProblem = (typeof CLAIM_PROBLEMS)[number]

/** How long the code counts that proves a visitor's address, how many wrong ones may be entered, and when another is sent. */
export const CODE_MINUTES = 15
export const CODE_TRIES = 5
export const CODE_WAIT_SECONDS = 60

/** How long before it is deleted the owner of an application is told. */
export const REMINDER_DAYS = 3
