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

/** The user type couldn't be changed after a certification (onboarding §8.1). */
export const UPDATE_FAILED = {
  title: 'Update Failed',
  description: 'There was an error while updating your user type. Please try again from your profile.',
} as const

export interface Signature {
  user: AuthUser
  terms: Terms
  investorAnswers: InvestorAnswers
  fullName: string
  /** Whether the person knows that this replaces an earlier statement. */
  renews: boolean
  onboarding: OnboardingType | null
}

/** What happened to the user type that depended on the certification. */
export type TypeOutcome = 'updated' | 'unchanged' | 'failed'

export interface Signed {
  certification: OwnCertification
  /** The user type that the server activated with the statement. */
  userType: string | null
}

/** The statement as the person reads and signs it; the server builds the same text itself. */
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

/** Signs the statement with these answers. Throws ApiError. */
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
 * Settles the user type that depended on a signed statement. The server has already applied the one it stored;
 * one stored in this browser is only requested again (onboarding §4.4). Never throws.
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

/** Refetches certifications and user type. */
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
