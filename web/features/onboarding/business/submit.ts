import type { z } from 'zod'
import { TRADER_CERTIFICATION_TYPE } from '#contract/account/user-types.ts'
import type { BusinessSubmission } from '#contract/onboarding/business.ts'
import { flagsForType, needsSelfCertification } from '#domain/onboarding/user-type.ts'
import { api } from '#web/lib/api.ts'
import { replayRiskAcceptance } from '#web/shared/certifications/risk-disclosure/risk-acceptance.ts'
import type { ReviewedAnswers } from '../journey/review-form.tsx'

export type SubmittedBusiness = z.output<typeof BusinessSubmission>

/**
 * Submits the company; returns its profile's id. A risk acceptance the server missed is sent first, because it refuses a
 * submission without one. Throws ApiError. Doing it twice is one submission.
 */
export async function submitCompany(submission: ReviewedAnswers<SubmittedBusiness>): Promise<number> {
  const { applicant, answers, riskAccepted, captchaToken } = submission
  const { userId, auth0Id } = applicant
  await replayRiskAcceptance(userId)
  const { profile } = await api('POST /api/onboarding/business', {
    body: {
      ...answers,
      userId,
      auth0Id,
      ...flagsForType(answers.userType),
      riskDisclosureAccepted: riskAccepted,
      tradeCertificationType: needsSelfCertification(answers.userType)
        ? TRADER_CERTIFICATION_TYPE
        : undefined,
      captchaToken,
      declarations: { accurate: true, authorised: true },
    },
  })
  return profile.id
}
