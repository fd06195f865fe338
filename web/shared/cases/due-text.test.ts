import { expect, it } from 'vitest'
import { dueText } from './due-text.ts'

it.each([
  ['2025-11-20T17:30:00Z', 'Due in 5 h'],
  ['2025-11-20T12:20:00Z', 'Due in 20 min'],
  ['2025-11-20T11:20:00Z', 'Overdue by 40 min'],
  ['2025-11-18T12:00:00Z', 'Overdue by 48 h'],
  ['2025-11-10T12:00:00Z', 'Overdue by 10 days'],
])('says when a review at noon is due: %s', (dueAt, words) => {
  expect(dueText(dueAt, new Date('2025-11-20T12:00:00Z'))).toBe(words)
})
