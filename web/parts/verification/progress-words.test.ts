import { expect, it } from 'vitest'
import type { StepStatus, VerificationStep } from '#domain/onboarding/verification-progress.ts'
import { progressSentence } from './progress-words.ts'

function steps(...statuses: StepStatus[]): VerificationStep[] {
  return statuses.map((status) => ({ id: 'risk_disclosure', label: '', href: '/risk-disclosure', status }))
}

it.each([
  [
    steps('completed', 'completed', 'required', 'pending'),
    'Two of four steps are complete and one is with our team. You have one step left to do.',
  ],
  [
    steps('required', 'required', 'required'),
    'None of three steps are complete. You have three steps left to do.',
  ],
  [
    steps('completed', 'completed', 'pending'),
    'Two of three steps are complete and one is with our team. There is nothing left for you to do now.',
  ],
  [steps('completed', 'completed', 'completed'), 'Every step is complete.'],
])('says in words how far the steps are', (given, sentence) => {
  expect(progressSentence(given)).toBe(sentence)
})
