import type { BusinessStep } from '#contract/business-steps.ts'
import type { ConsumerStep } from '#contract/onboarding-steps.ts'

/** A screen of either kind. */
export type JourneyStep = ConsumerStep | BusinessStep
