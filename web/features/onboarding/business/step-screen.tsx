import type { BusinessStep } from '#contract/onboarding/business-steps.ts'
import { RiskStep } from '../steps/risk-step.tsx'
import { UserTypeStep } from '../steps/user-type-step.tsx'
import { CompanyStep } from './company-step.tsx'
import { OwnersStep } from './owners-step.tsx'
import { RepresentativesStep } from './representatives-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { SettlementStep } from './settlement-step.tsx'
import { StartStep } from './start-step.tsx'

/** The screen of a step. */
export function StepScreen({ step }: { step: BusinessStep }) {
  switch (step) {
    case 'start':
      return <StartStep />
    case 'risk-disclosure':
      return <RiskStep />
    case 'company':
      return <CompanyStep />
    case 'settlement':
      return <SettlementStep />
    case 'owners':
      return <OwnersStep />
    case 'representatives':
      return <RepresentativesStep />
    case 'user-type':
      return <UserTypeStep />
    case 'review':
      return <ReviewStep />
    default:
      return step satisfies never
  }
}
