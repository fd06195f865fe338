import { expect, it } from 'vitest'
import { confirmationText } from './confirmation-badge.tsx'

it.each([
  ['2026-06-02T10:00:00Z', 'Confirm by Jul 2, 2026'],
  ['2026-07-02T22:59:59Z', 'Confirm by Jul 2, 2026'],
  ['2026-07-02T23:00:00Z', 'Confirmation 1 day late'],
  ['2026-07-12T10:00:00Z', 'Confirmation 10 days late'],
])('at %s someone asked by 2 July in London is %s', (now, words) =>
  expect(confirmationText('2026-07-01T23:00:00Z', new Date(now))).toBe(words),
)
