import { TRADER_CERTIFICATION_TYPE } from '#contract/account/user-types.ts'
import { CONSUMER_FIELD_NAMES, consumerField } from '#contract/onboarding/consumer-fields.ts'
import type { ConsumerAnswers } from '#contract/onboarding/onboarding.ts'
import { flagsForType, needsSelfCertification } from '#domain/onboarding/user-type.ts'
import { api } from '#web/lib/api.ts'
import { replayRiskAcceptance } from '#web/shared/certifications/risk-disclosure/risk-acceptance.ts'
import type { ReviewedAnswers } from '../journey/review-form.tsx'

/**
 * Submits the application and closes the onboarding; returns the profile's id. A risk acceptance the server missed is
 * sent first, because it refuses a submission without one. Throws ApiError. Doing it twice is one submission.
 */
export async function submitApplication(submission: ReviewedAnswers<ConsumerAnswers>): Promise<number> {
  const { applicant, answers, riskAccepted, captchaToken } = submission
  const { userId, auth0Id } = applicant
  await replayRiskAcceptance(userId)
  const { profile } = await api('POST /api/onboarding/kyc', {
    body: {
      userId,
      auth0Id,
      ...answers,
      ...aliases(answers),
      ...flagsForType(answers.userType),
      riskDisclosureAccepted: riskAccepted,
      tradeCertificationType: needsSelfCertification(answers.userType) ? TRADER_CERTIFICATION_TYPE : null,
      captchaToken,
      confirmed: true,
    },
  })
  await api('POST /api/onboarding/consumer/complete', { body: { userId, profileId: profile.id } })
  return profile.id
}

/** The payload's second spellings of name, date, phone and address (onboarding §7). */
function aliases(answers: ConsumerAnswers) {
  return Object.fromEntries(
    CONSUMER_FIELD_NAMES.flatMap((name) => {
      const [alias] = consumerField(name).aliases ?? []
      return alias && answers[name] !== undefined ? [[alias, answers[name]]] : []
    }),
  )
}
