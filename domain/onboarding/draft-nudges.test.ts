import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NUDGE_DAYS } from '#contract/onboarding/nudges.ts'
import { nudgeDue } from './draft-nudges.ts'

const SINCE = new Date('2026-03-10T10:00:00Z')
const after = (days: number) => new Date(SINCE.getTime() + days * 86_400_000)

it.each([
  [0, null],
  [6, null],
  [7, 7],
  [13, 7],
  [14, 14],
  [29, 14],
  [30, 30],
  [80, 30],
])('of a draft left alone for %i days the reminder %o is due', (days, due) =>
  expect(nudgeDue(SINCE, after(days))).toBe(due),
)

it('never goes back as time passes, and comes to all of them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }), (left, right) => {
      const [early, late] = [Math.min(left, right), Math.max(left, right)]
      return (nudgeDue(SINCE, after(early)) ?? 0) <= (nudgeDue(SINCE, after(late)) ?? 0)
    }),
  )
  expect(new Set(Array.from({ length: 40 }, (_, day) => nudgeDue(SINCE, after(day))))).toEqual(
    new Set([null, ...NUDGE_DAYS]),
  )
})
