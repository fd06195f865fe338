import type { UserType } from '#contract/user-types.ts'
import { safeReturnPath } from '#domain/return-path.ts'
import { paths } from '#web/lib/paths.ts'
import type { OnboardingType } from './onboarding-context.ts'

/** Back into the onboarding the person came from, else to the verification page (onboarding §4). */
export function pathAfterSelection(onboarding: OnboardingType | null): string {
  switch (onboarding) {
    case 'consumer':
      return paths.consumerOnboarding()
    case 'business':
      return paths.businessOnboarding()
    case null:
      return paths.verification()
    default:
      return onboarding satisfies never
  }
}

export interface CertificationWay {
  path: string
  /** What is said before the person is taken there. */
  sentence: string
  /** Where the risk disclosure leads once it is accepted. */
  next: string | null
}

/** The certification that a refused choice leads to: the risk disclosure first for an investor (onboarding §4). */
export function certificationWay(type: UserType): CertificationWay {
  if (type === 'invest') {
    return {
      path: paths.riskDisclosure(),
      sentence: 'Investors read the risk disclosure and then certify themselves. We are taking you there.',
      next: paths.traderCertification(),
    }
  }
  return {
    path: paths.traderCertification(),
    sentence: 'Traders certify themselves as investors first. We are taking you there.',
    next: null,
  }
}

/** Where an accepted risk disclosure leads: to the stored next step, or home (onboarding §2, Risk disclosure). */
export function pathAfterRiskDisclosure(storedNextStep: string | null): string {
  return safeReturnPath(storedNextStep)
}
