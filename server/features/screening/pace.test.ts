import fc from 'fast-check'
import { expect, test } from 'vitest'
import { restMs } from './screen-waiting.ts'

test.each([
  { what: 'half of the look-ups of a batch, early', share: 0.5, passedMs: 20, workedMs: 1, rest: 29 },
  { what: 'all that is left of a batch', share: 1, passedMs: 70, workedMs: 12, rest: 28 },
  // From here on the machine is slow: it takes longer without working more.
  { what: 'a batch that is late', share: 0.5, passedMs: 90, workedMs: 8, rest: 6 },
  { what: 'one that is very late', share: 1, passedMs: 4000, workedMs: 4000, rest: 3000 },
])('people get their share after $what', ({ share, passedMs, workedMs, rest }) => {
  expect(restMs(20, share, { passedMs, workedMs })).toBeCloseTo(rest)
})

test('100,000 are screened within ten minutes if the machine has time for it, and people always get theirs', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 1, maxLength: 40 }),
      (cases, works) => {
        let passedMs = 0
        for (const [place, workedMs] of works.entries()) {
          passedMs += workedMs
          const rest = restMs(cases, (place + 1) / works.length, { passedMs, workedMs })
          expect(rest).toBeGreaterThanOrEqual(workedMs * 0.75)
          passedMs += rest
        }
        const worked = works.reduce((sum, workedMs) => sum + workedMs, 0)
        // Each piece keeps to its share of the time, including its pause.
        const isInTime = works.every((workedMs) => workedMs * 1.75 <= (cases * 4.9) / works.length)
        if (isInTime) expect((passedMs / cases) * 100_000).toBeLessThan(600_000)
        expect(passedMs).toBeGreaterThanOrEqual(worked * 1.75 - 1e-6)
      },
    ),
  )
})
