import { expect, it } from 'vitest'
import { ageText } from './age-text.ts'

it.each([
  ['2026-03-10T10:00:00Z', '0 h of 48 h'],
  ['2026-03-11T12:59:59Z', '26 h of 48 h'],
  ['2026-03-13T10:00:00Z', '72 h of 48 h'],
  ['2026-03-10T09:59:00Z', '0 h of 48 h'],
])('at %s a case has waited %s', (now, words) => {
  expect(ageText('2026-03-10T10:00:00Z', '2026-03-12T10:00:00Z', new Date(now))).toBe(words)
})
