import { expect, it } from 'vitest'
import { parsePlainDate } from '#domain/plain-date.ts'
import { idExpiryStep } from './id-expiry.ts'

it.each([
  ['2026-04-01', null],
  ['2026-04-02', 60],
  ['2026-05-01', 60],
  ['2026-05-02', 30],
  ['2026-05-24', 30],
  ['2026-05-25', 7],
  ['2026-06-01', 7],
  ['2026-06-02', 'expired'],
])('on %s a document of 1 June asks for %o', (day, step) => {
  const expiresOn = parsePlainDate('2026-06-01')
  if (!expiresOn) throw new Error('1 June is a day')
  expect(idExpiryStep(expiresOn, new Date(`${day}T12:00:00Z`))).toBe(step)
})
