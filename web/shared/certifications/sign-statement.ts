import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import {
  INVESTOR_CERTIFICATION_NAMES,
  INVESTOR_CERTIFICATION_TYPE,
} from '#contract/certifications/investor-rules.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { type StatementParts, statementText } from '#domain/investors/investor-statement.ts'
import { parsePlainDate } from '#domain/plain-date.ts'
import { api } from '#web/lib/api.ts'
import { dateStyle } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { forgetPendingChoice, pendingChoice, sendUserType } from '#web/shared/onboarding/choose-user-type.ts'
import type { OnboardingType } from '#web/shared/onboarding/onboarding-context.ts'
import type { OwnCertification, Terms } from './queries.ts'

/** A user type that could not be put into force after a certification (onboarding §8). */
export const UPDATE_FAILED = {
  title: 'Update Failed',
  description: 'There was an error while updating your user type. Please try again from your profile.',
} as const

export interface Signature {
  user: AuthUser
  terms: Terms
  investorAnswers: InvestorAnswers
  fullName: string
  /** Whether the person knows of a statement that this one takes the place of. */
  renews: boolean
  onboarding: OnboardingType | null
}

/** What became of the user type that waited for the certification. */
export type TypeOutcome = 'updated' | 'unchanged' | 'failed'

export interface Signed {
  certification: OwnCertification
  /** The user type the server put into force with the statement. */
  userType: string | null
}

/** What the person reads and signs; the server builds the same text of its own. */
export function statementParts({
  terms,
  investorAnswers,
  fullName,
}: Pick<Signature, 'terms' | 'investorAnswers' | 'fullName'>): StatementParts {
  const signedOn = parsePlainDate(terms.today)
  if (!signedOn) throw new RangeError(`${terms.today} is no day`)
  return {
    rules: terms.rules,
    legalName: terms.legalName,
    investorAnswers,
    fullName,
    signedOn,
    dateStyle: dateStyle(),
  }
}

/** Signs the statement of these answers (onboarding §3, Certification). Throws ApiError. */
export async function sendStatement(signature: Signature): Promise<Signed> {
  const { user, terms, investorAnswers, fullName, renews, onboarding } = signature
  const answer = await api('POST /api/certifications/accept', {
    body: {
      userId: user.id,
      certification_type: INVESTOR_CERTIFICATION_TYPE,
      certification_name: INVESTOR_CERTIFICATION_NAMES[investorAnswers.category],
      reference_url: '/certification/trader',
      certification_text: statementText(statementParts(signature)),
      overwrite_existing: renews,
      additional_data: {
        ...investorAnswers,
        fullName,
        certificationDate: terms.today,
        rulesVersion: terms.rules.version,
        acknowledgedRisk: true,
        acknowledgedStatement: true,
        fromOnboardingFlow: onboarding !== null,
        onboardingType: onboarding,
        source: 'investor-certification',
      },
    },
  })
  return { certification: answer.certification, userType: answer.user_type }
}

/**
 * Settles the user type that waited for a signed statement. The server has applied its own waiting type with it; what
 * this browser keeps only asks for the choice again (onboarding §4). Throws nothing.
 */
export async function applyUserType(user: AuthUser, { userType }: Signed): Promise<TypeOutcome> {
  const kept = pendingChoice(user.id)
  const isAskedAgain = kept !== null && kept !== userType
  try {
    if (isAskedAgain) await sendUserType(user.id, kept, 'standalone')
    else forgetPendingChoice()
    return isAskedAgain || userType !== user.user_type ? 'updated' : 'unchanged'
  } catch {
    return 'failed'
  }
}

/** What is known of certifications and user type is asked for again. */
export async function refreshCertification(): Promise<void> {
  await invalidate(
    'GET /api/auth/user',
    'GET /api/user/profile',
    'GET /api/user/type',
    'GET /api/verification/status',
    'GET /api/certifications/user',
    'GET /api/certifications/check',
  )
}
