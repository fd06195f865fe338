import type { UserFlags } from '#contract/account/user-type-schemas.ts'
import type { UserType } from '#contract/account/user-types.ts'
import type { StepStanding } from '#contract/verification/standing.ts'
import { isTraderCertification, needsSelfCertification } from '#domain/onboarding/user-type.ts'

const NUMBERS = ['None', 'One', 'Two', 'Three', 'Four']

type StepStatus = StepStanding['status']

/** What the steps depend on. Leave expired certifications out: they no longer complete anything. */
export interface VerificationFacts {
  riskDisclosureAccepted: boolean
  certifications: readonly { type: string; name: string }[]
  flags: UserFlags
  /** A trader or investor choice that waits for its certification. */
  pendingType: UserType | null
  /** When the investor questions open again; null while they are open. */
  questionsOpenAt: Date | null
  kycVerified: boolean
  kycSubmitted: boolean
  /** The company's own verification, if the account has started one; it also verifies the account. */
  business: { verified: boolean; submitted: boolean } | null
  /** Whether the leading application was finally rejected. */
  isRefused: boolean
}

/** Returns the steps of the progress card with their status; the certification only for those who need it. */
export function verificationSteps(facts: VerificationFacts): StepStanding[] {
  const { flags, pendingType } = facts
  const names = facts.certifications.map((certification) => certification.name)
  const hasRisk = facts.riskDisclosureAccepted || names.some((name) => isRiskDisclosure(name))
  const hasType = Object.values(flags).some(Boolean) || names.includes('user_type_selection')
  const steps: StepStanding[] = [
    {
      id: 'risk_disclosure',
      label: 'Risk Disclosure',
      status: done(hasRisk),
      href: '/risk-disclosure',
      opensAt: null,
    },
    {
      id: 'user_classification',
      label: 'User Classification',
      status: done(hasType),
      href: '/user-type-selection',
      opensAt: null,
    },
  ]
  if (flags.isTrader || flags.isInvestor || (pendingType && needsSelfCertification(pendingType))) {
    const status = done(facts.certifications.some(isTraderCertification))
    steps.push({
      id: 'trader_certification',
      label: certificationLabel(facts),
      status,
      href: '/trader-certification',
      opensAt: (status === 'required' && facts.questionsOpenAt?.toISOString()) || null,
    })
  }
  const identity = identityStatus(facts)
  steps.push({
    id: 'identity_verification',
    label: 'Identity Verification',
    status: identity === 'required' && facts.isRefused ? 'refused' : identity,
    href: facts.business ? '/onboarding/business' : '/onboarding',
    opensAt: null,
  })
  return steps
}

/** Returns the certification's label: no one is called a trader who only invests, or who once certified to invest. */
export function certificationLabel({
  flags,
  pendingType,
  isCertified = false,
}: Pick<VerificationFacts, 'flags' | 'pendingType'> & { isCertified?: boolean }) {
  const trades = flags.isTrader || pendingType === 'trade'
  const invests = flags.isInvestor || pendingType === 'invest' || isCertified
  return invests && !trades ? 'Investor Certification' : 'Trader Certification'
}

/**
 * Returns the status of the identity check, from either of the account's cases: verified if one is verified, in review
 * if one is submitted.
 */
export function identityStatus({
  kycVerified,
  kycSubmitted,
  business,
}: Pick<VerificationFacts, 'kycVerified' | 'kycSubmitted' | 'business'>):
  | 'required'
  | 'pending'
  | 'completed' {
  if (kycVerified || business?.verified) return 'completed'
  return kycSubmitted || business?.submitted ? 'pending' : 'required'
}

/** (completed + 0.5 × pending) / total × 100, rounded; 0 without steps. */
export function progressPercent(steps: readonly { status: StepStatus }[]): number {
  if (steps.length === 0) return 0
  const completed = steps.filter((step) => step.status === 'completed').length
  const pending = steps.filter((step) => step.status === 'pending').length
  return Math.round(((completed + 0.5 * pending) / steps.length) * 100)
}

/** Whether a certification's name is that of the risk disclosure. */
export function isRiskDisclosure(name: string): boolean {
  return name === 'risk_disclosure' || name === 'main_risk_disclosure'
}

function done(isDone: boolean): StepStatus {
  return isDone ? 'completed' : 'required'
}

/**
 * Returns how many steps are done: "Two of four steps are complete and one is with our team. You have one step left to
 * do." While the submission `waitsForEmail`, our team has nothing yet.
 */
export function progressSentence(
  steps: readonly Pick<StepStanding, 'status'>[],
  { waitsForEmail = false }: { waitsForEmail?: boolean } = {},
): string {
  const count = (status: StepStanding['status']) => steps.filter((step) => step.status === status).length
  const completed = count('completed')
  const pending = count('pending')
  if (completed === steps.length) return 'Every step is complete.'
  const total = word(steps.length).toLowerCase()
  const done = `${word(completed)} of ${total} steps ${completed === 1 ? 'is' : 'are'} complete`
  const left = count('required')
  if (pending > 0 && waitsForEmail) {
    const waits = `${done} and ${word(pending).toLowerCase()} waits until you confirm your email address.`
    return left > 0 ? `${waits} ${rest(left, false)}` : waits
  }
  const review = pending > 0 ? ` and ${word(pending).toLowerCase()} is with our team` : ''
  return `${done}${review}. ${rest(left, count('refused') > 0)}`
}

/** After a final rejection no step leads anywhere, so none counts as left to do. */
function rest(left: number, isRefused: boolean): string {
  if (isRefused) return 'We couldn’t approve your application, so there is nothing left to do.'
  if (left === 0) return 'There’s nothing left for you to do.'
  return `You have ${word(left).toLowerCase()} ${left === 1 ? 'step' : 'steps'} left to do.`
}

function word(count: number): string {
  return NUMBERS[count] ?? String(count)
}
