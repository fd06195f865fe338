import type { UserFlags, UserType } from '#contract/user-types.ts'
import { isTraderCertification, needsSelfCertification } from './user-type.ts'

export type StepStatus = 'required' | 'pending' | 'completed'

export interface VerificationStep {
  id: 'risk_disclosure' | 'user_classification' | 'trader_certification' | 'identity_verification'
  label: string
  status: StepStatus
  /** Where its Complete button leads (onboarding §2). */
  href:
    | '/risk-disclosure'
    | '/user-type-selection'
    | '/trader-certification'
    | '/onboarding'
    | '/onboarding/business'
}

/** What the steps are worked out from. Leave expired certifications out: they no longer complete anything. */
export interface VerificationFacts {
  riskDisclosureAccepted: boolean
  certifications: readonly { type: string; name: string }[]
  flags: UserFlags
  /** A trader or investor choice that waits for its certification (decisions §4). */
  pendingType: UserType | null
  kycVerified: boolean
  kycSubmitted: boolean
  /** The company's own verification, where the account has begun one; it verifies the account as well. */
  business: { verified: boolean; submitted: boolean } | null
}

/** The steps of the progress card with their status (onboarding §4); trader certification only for those it concerns. */
export function verificationSteps(facts: VerificationFacts): VerificationStep[] {
  const { flags, pendingType } = facts
  const names = facts.certifications.map((certification) => certification.name)
  const hasRisk = facts.riskDisclosureAccepted || names.some((name) => isRiskDisclosure(name))
  const hasType = Object.values(flags).some(Boolean) || names.includes('user_type_selection')
  const steps: VerificationStep[] = [
    { id: 'risk_disclosure', label: 'Risk Disclosure', status: done(hasRisk), href: '/risk-disclosure' },
    {
      id: 'user_classification',
      label: 'User Classification',
      status: done(hasType),
      href: '/user-type-selection',
    },
  ]
  if (flags.isTrader || flags.isInvestor || (pendingType && needsSelfCertification(pendingType))) {
    steps.push({
      id: 'trader_certification',
      label: 'Trader Certification',
      status: done(facts.certifications.some(isTraderCertification)),
      href: '/trader-certification',
    })
  }
  steps.push({
    id: 'identity_verification',
    label: 'Identity Verification',
    status: identityStatus(facts),
    href: facts.business ? '/onboarding/business' : '/onboarding',
  })
  return steps
}

/**
 * How the identity check stands (onboarding §4), by whichever of the two kinds the account uses: verified by one of them
 * is verified, handed in for one of them is in review.
 */
export function identityStatus({
  kycVerified,
  kycSubmitted,
  business,
}: Pick<VerificationFacts, 'kycVerified' | 'kycSubmitted' | 'business'>): StepStatus {
  if (kycVerified || business?.verified) return 'completed'
  return kycSubmitted || business?.submitted ? 'pending' : 'required'
}

/** (completed + 0.5 × pending) / total × 100, rounded (onboarding §4); 0 without steps. */
export function progressPercent(steps: readonly { status: StepStatus }[]): number {
  if (steps.length === 0) return 0
  const completed = steps.filter((step) => step.status === 'completed').length
  const pending = steps.filter((step) => step.status === 'pending').length
  return Math.round(((completed + 0.5 * pending) / steps.length) * 100)
}

/** Whether a certification name is one of the risk disclosure (onboarding §4). */
export function isRiskDisclosure(name: string): boolean {
  return name === 'risk_disclosure' || name === 'main_risk_disclosure'
}

function done(isDone: boolean): StepStatus {
  return isDone ? 'completed' : 'required'
}
