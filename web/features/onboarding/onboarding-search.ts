import { CLAIM_PROBLEMS } from '#contract/onboarding/application-claims.ts'
import { oneOf, searchSchema, text } from '#web/lib/search-schema.ts'

export const claimSearch = searchSchema({ problem: oneOf(...CLAIM_PROBLEMS), returnTo: text })
export const emailCollectionSearch = searchSchema({ returnTo: text })

/** The step by name or number, and whether it was opened from the review to change an answer. */
export const journeySearch = searchSchema({
  step: (value: unknown) => (typeof value === 'number' ? value : text(value)),
  change: (value: unknown) => (Number(value) === 1 ? (1 as const) : undefined),
})
