import type { ConsumerStep } from '#contract/onboarding/onboarding-steps.ts'
import { RiskStep } from '../steps/risk-step.tsx'
import { UserTypeStep } from '../steps/user-type-step.tsx'
import { IdDocumentStep } from './id-document-step.tsx'
import { PersonalDetailsStep } from './personal-details-step.tsx'
import { ProofOfAddressStep } from './proof-of-address-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { SelfieStep } from './selfie-step.tsx'
import { StartStep } from './start-step.tsx'
import { WhatYouNeedStep } from './what-you-need-step.tsx'

/** The screen of a step. */
export function StepScreen({ step }: { step: ConsumerStep }) {
  switch (step) {
    case 'start':
      return <StartStep />
    case 'risk-disclosure':
      return <RiskStep />
    case 'what-you-need':
      return <WhatYouNeedStep />
    case 'personal-details':
      return <PersonalDetailsStep />
    case 'id-document':
      return <IdDocumentStep />
    case 'selfie':
      return <SelfieStep />
    case 'proof-of-address':
      return <ProofOfAddressStep />
    case 'user-type':
      return <UserTypeStep />
    case 'review':
      return <ReviewStep />
    default:
      return step satisfies never
  }
}
