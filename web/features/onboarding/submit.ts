import type { ConsumerAnswers } from '#contract/onboarding.ts'
import { TRADER_CERTIFICATION_TYPE } from '#contract/user-types.ts'
import { flagsForType, needsSelfCertification } from '#domain/user-type.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { replayRiskAcceptance } from '#web/parts/risk-disclosure/risk-acceptance.ts'

export interface Submission {
  userId: number
  auth0Id: string
  answers: ConsumerAnswers
  riskAccepted: boolean
  captchaToken: string | undefined
}

/**
 * Submits the application and closes the onboarding; gives the profile's id. A risk acceptance the server missed is
 * sent first, because it refuses a submission without one. Throws ApiError. Doing it twice is one submission.
 */
export async function submitApplication(submission: Submission): Promise<number> {
  const { userId, auth0Id, answers, riskAccepted, captchaToken } = submission
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
  return {
    first_name: answers.firstName,
    last_name: answers.lastName,
    date_of_birth: answers.dob,
    phone_number: answers.phone,
    residential_address: answers.address,
  }
}

export interface SubmissionFailure {
  title: string
  message: string
  /** What the server says of single fields. */
  fields: Record<string, string>
}

const GENERIC = 'There was a problem with your form submission. Please check all fields and try again.'

/** A failed submission in the words of the error catalogue (onboarding §8). */
export function submissionFailure(error: unknown): SubmissionFailure {
  if (!(error instanceof ApiError)) {
    return {
      title: 'Submission Error',
      message: 'There was a problem submitting your information',
      fields: {},
    }
  }
  const { fields } = error
  switch (error.code) {
    case 'DUPLICATE_ENTRY':
      return { title: 'Duplicate Information', message: error.message, fields }
    case 'VALIDATION_ERROR':
      return { title: 'Validation Error', message: GENERIC, fields }
    default:
      return { title: 'Submission Error', message: error.message, fields }
  }
}
