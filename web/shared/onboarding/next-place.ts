import type { UserType } from '#contract/account/user-types.ts'
import { safeReturnPath } from '#domain/return-path.ts'
import type { PlainPath } from '#web/lib/page-address.ts'
import type { OnboardingType } from './onboarding-context.ts'

/** Returns to the onboarding the person came from, otherwise to the verification page (onboarding §4.4). */
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
  /** The sentence shown before the redirect. */
  sentence: string
  /** Where the risk disclosure leads once accepted. */
  next: PlainPath | null
}

/** Where a refused choice leads to get certified: for an investor, to the risk disclosure first (onboarding §4.4). */
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

/** Where an accepted risk disclosure leads: to the stored next step, or home (onboarding §2.4). */
export function pathAfterRiskDisclosure(storedNextStep: string | null): string {
  return safeReturnPath(storedNextStep)
}
