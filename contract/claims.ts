/** How long an application that nobody has claimed is kept, with its files (decisions §2). */
export const UNCLAIMED_DAYS = 14

/** Why a sign-in did not make the visitor's application in this browser the person's own (decisions §2). */
export const CLAIM_PROBLEMS = ['unconfirmed', 'other-address', 'own-application', 'expired'] as const
export type ClaimProblem = (typeof CLAIM_PROBLEMS)[number]
