import type { BusinessStep } from '#contract/onboarding/business-steps.ts'
import type { ConsumerStep } from '#contract/onboarding/onboarding-steps.ts'

/** A screen of either kind. */
export type JourneyStep = ConsumerStep | BusinessStep
