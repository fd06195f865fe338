import { expect, it } from 'vitest'
import { ageText, dueText, workingTimeText } from './case-times.ts'

it.each([
  ['2025-11-20T17:30:00Z', 'Due in 5 h'],
  ['2025-11-20T12:20:00Z', 'Due in 20 min'],
  ['2025-11-20T11:20:00Z', 'Overdue by 40 min'],
  ['2025-11-18T12:00:00Z', 'Overdue by 48 h'],
  ['2025-11-10T12:00:00Z', 'Overdue by 10 days'],
])('says when a review at noon is due: %s', (dueAt, words) => {
  expect(dueText(dueAt, new Date('2025-11-20T12:00:00Z'))).toBe(words)
})

it.each([
  ['2026-03-10T10:00:00Z', '0 h of 48 h'],
  ['2026-03-11T12:59:59Z', '26 h of 48 h'],
  ['2026-03-13T10:00:00Z', '72 h of 48 h'],
  ['2026-03-10T09:59:00Z', '0 h of 48 h'],
])('at %s a case has waited %s', (now, words) => {
  expect(ageText('2026-03-10T10:00:00Z', '2026-03-12T10:00:00Z', new Date(now))).toBe(words)
})

it.each([
  [0, 'under 1 h'],
  [3_599_999, 'under 1 h'],
  [3_600_000, '1 h'],
  [100 * 3_600_000 + 1, '100 h'],
])('shows %i ms of working time as %s', (ms, words) => expect(workingTimeText(ms)).toBe(words))
