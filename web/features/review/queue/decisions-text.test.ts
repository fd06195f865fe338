import { expect, it } from 'vitest'
import { decisionsText, decisionsTitle } from './decisions-text.ts'

const DAY = '2026-03-02..2026-03-02'

it.each([
  [{ days: DAY }, '2026-03-02', 'Decided today'],
  [{ days: DAY }, '2026-03-03', 'Decided on Mar 2, 2026'],
  [{ days: DAY, outcome: 'returned' }, '2026-03-02', 'Sent back today'],
  [
    { days: '2026-03-02..2026-03-08', outcome: 'approved' },
    '2026-03-09',
    'Approved from Mar 2, 2026 to Mar 8, 2026',
  ],
  [{ days: '2026-03-01..2026-03-31', signal: 'expiry' }, '2026-03-02', 'Expiry: items decided'],
] as const)('calls the list of %o on %s %s', (filters, today, title) => {
  expect(decisionsTitle(filters, today)).toBe(title)
})

it.each([
  [{ days: DAY }, null],
  [
    { days: '2026-03-01..2026-03-31', signal: 'expiry', version: 2, look: 'look_closer', refused: '1' },
    'Items for which it said “Look closer”, by version 2 of its rule and that were requested again or rejected, decided from Mar 1, 2026 to Mar 31, 2026.',
  ],
  [
    { days: DAY, signal: 'colour', look: 'agrees' },
    'Items for which it said “Agrees”, decided on Mar 2, 2026.',
  ],
] as const)('says what the items of %o are', (filters, text) => {
  expect(decisionsText(filters)).toBe(text)
})
