import type { CaseKind } from '#contract/verification/cases.ts'
import type { JourneyApplicant } from './applicant.ts'

/** The specification's names in that URL. */
const TYPES: Readonly<Record<CaseKind, string>> = { consumer: 'consumer', business: 'business_onboarding' }

/**
 * The success page after a submission (onboarding §2.9). A visitor's submission waits until they register, and
 * the page leads there.
 */
export function afterSubmission({ isVisitor }: JourneyApplicant, kind: CaseKind, profileId?: number) {
  return {
    to: '/success',
    search: {
      ...(profileId !== undefined && { id: String(profileId) }),
      type: TYPES[kind],
      completed: 'true',
      ...(isVisitor && { registerRequired: 'true' }),
    },
  } as const
}
