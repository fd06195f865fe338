import { expect, it } from 'vitest'
import type { StepStanding } from '#contract/verification/standing.ts'
import { progressSentence } from './progress-sentence.ts'

function steps(...statuses: StepStanding['status'][]) {
  return statuses.map((status) => ({ status }))
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
    'Two of three steps are complete and one is with our team. There’s nothing left for you to do.',
  ],
  [steps('completed', 'completed', 'completed'), 'Every step is complete.'],
  [
    steps('completed', 'completed', 'refused'),
    'Two of three steps are complete. We couldn’t approve your application, so there is nothing left to do.',
  ],
  [
    steps('completed', 'required', 'refused'),
    'One of three steps is complete. We couldn’t approve your application, so there is nothing left to do.',
  ],
])('says in words how far the steps are', (given, sentence) => {
  expect(progressSentence(given)).toBe(sentence)
})

it.each([
  [
    steps('completed', 'completed', 'pending'),
    'Two of three steps are complete and one waits until you confirm your email address.',
  ],
  [
    steps('completed', 'required', 'pending'),
    'One of three steps is complete and one waits until you confirm your email address. You have one step left to do.',
  ],
])('calls nothing ours or done before the email is confirmed', (given, sentence) => {
  expect(progressSentence(given, { waitsForEmail: true })).toBe(sentence)
})
