import type { CertificationStep } from './certification-flow.ts'
import { CategoryStep } from './steps/category-step.tsx'
import { CompleteStep } from './steps/complete-step.tsx'
import { DeclarationStep } from './steps/declaration-step.tsx'
import { RiskStep } from './steps/risk-step.tsx'
import { StartStep } from './steps/start-step.tsx'

/** The screen of a step. */
export function StepScreen({ step }: { step: CertificationStep }) {
  switch (step) {
    case 'start':
      return <StartStep />
    case 'risk':
      return <RiskStep />
    case 'category':
      return <CategoryStep />
    case 'declaration':
      return <DeclarationStep />
    case 'complete':
      return <CompleteStep />
    default:
      return step satisfies never
  }
}
