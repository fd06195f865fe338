import { expect, it } from 'vitest'
import type { ApprovalRecord } from '#contract/verification/cases.ts'
import { recordSentence } from './approval-record.ts'

it.each<[ApprovalRecord | null, string]>([
  [null, 'Approved'],
  [{ way: 'decision', reviewed: 7, total: 7 }, 'Approved'],
  [{ way: 'status_call', reviewed: 0, total: 7 }, 'Approved by status call, 0 of 7 items reviewed'],
  [{ way: 'status_call', reviewed: 7, total: 7 }, 'Approved by status call, 7 of 7 items reviewed'],
  [{ way: 'override', reviewed: 2, total: 7 }, 'Approved by override, 2 of 7 items reviewed'],
  [
    {
      way: 'override',
      reviewed: 2,
      total: 7,
      override: { setAside: ['ID back is missing.', 'It expired.'], askedBy: 'Alan', confirmedBy: 'Grace' },
    },
    'Approved by override, 2 of 7 items reviewed. Set aside: “ID back is missing.” “It expired.” Alan asked for it and Grace confirmed it',
  ],
  [
    {
      way: 'override',
      reviewed: 7,
      total: 7,
      override: { setAside: ['It expired.'], askedBy: 'Alan', confirmedBy: null },
    },
    'Approved by override, 7 of 7 items reviewed. Set aside: “It expired.” Alan decided it alone',
  ],
])('says what %j is based on', (basis, sentence) => {
  expect(recordSentence(basis)).toBe(sentence)
})
