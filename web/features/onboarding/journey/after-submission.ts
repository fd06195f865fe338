import type { CaseKind } from '#contract/cases.ts'
import { paths } from '#web/lib/paths.ts'
import type { Applicant } from './applicant.ts'

/**
 * The success page after a submission (onboarding §2). What a visitor has submitted waits until they register, and the
 * page leads there.
 */
export function afterSubmission({ isVisitor }: Applicant, type: CaseKind, profileId?: number) {
  return {
    to: paths.success(),
    search: {
      ...(profileId !== undefined && { id: String(profileId) }),
      type,
      completed: 'true',
      ...(isVisitor && { registerRequired: 'true' }),
    },
  }
}
