import type { UserType } from '#contract/account/user-types.ts'
import { safeReturnPath } from '#domain/return-path.ts'
import type { PlainPath } from '#web/lib/page-address.ts'
import type { OnboardingType } from './onboarding-context.ts'

/** Back into the onboarding the person came from, else to the verification page (onboarding §4). */
export function pathAfterSelection(onboarding: OnboardingType | null): PlainPath {
  switch (onboarding) {
    case 'consumer':
      return '/onboarding/consumer'
    case 'business':
      return '/onboarding/business'
    case null:
      return '/verification'
    default:
      return onboarding satisfies never
  }
}

export interface CertificationWay {
  path: PlainPath
  /** What is said before the person is taken there. */
  sentence: string
  /** Where the risk disclosure leads once it is accepted. */
  next: PlainPath | null
}

/** The certification that a refused choice leads to: the risk disclosure first for an investor (onboarding §4). */
export function certificationWay(type: UserType): CertificationWay {
  if (type === 'invest') {
    return {
      path: '/risk-disclosure',
      sentence: 'Investors read the risk disclosure and then certify themselves. We are taking you there.',
      next: '/certification/trader',
    }
  }
  return {
    path: '/certification/trader',
    sentence: 'Traders certify themselves as investors first. We are taking you there.',
    next: null,
  }
}

/** Where an accepted risk disclosure leads: to the stored next step, or home (onboarding §2, Risk disclosure). */
export function pathAfterRiskDisclosure(storedNextStep: string | null): string {
  return safeReturnPath(storedNextStep)
}
