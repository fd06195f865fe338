import { expect, it } from 'vitest'
import { approvalSentence } from './approval-basis.ts'

it.each([
  [null, 'Approved'],
  [{ way: 'decision', reviewed: 7, total: 7 }, 'Approved'],
  [{ way: 'status_call', reviewed: 0, total: 7 }, 'Approved by status call, 0 of 7 items reviewed'],
  [{ way: 'status_call', reviewed: 7, total: 7 }, 'Approved by status call, 7 of 7 items reviewed'],
  [{ way: 'override', reviewed: 2, total: 7 }, 'Approved by override, 2 of 7 items reviewed'],
] as const)('says what %j is based on', (basis, sentence) => {
  expect(approvalSentence(basis)).toBe(sentence)
})
