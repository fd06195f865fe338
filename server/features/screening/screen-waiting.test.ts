import fc from 'fast-check'
import { expect, test } from 'vitest'
import { restMs } from './screen-waiting.ts'

test.each([
  { cases: 40, tookMs: 0, rest: 208 },
  { cases: 40, tookMs: 64, rest: 144 },
  { cases: 40, tookMs: 118, rest: 90 },
  // From here on the machine is slow: it takes longer rather than more of it.
  { cases: 40, tookMs: 200, rest: 150 },
  { cases: 1, tookMs: 4000, rest: 3000 },
])('after $cases cases in $tookMs ms people have $rest ms', ({ cases, tookMs, rest }) => {
  expect(restMs(cases, tookMs)).toBeCloseTo(rest)
})

test('100,000 are through within ten minutes where the machine leaves time for it, and people always have theirs', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 50, noNaN: true }),
      (cases, msEach) => {
        const tookMs = cases * msEach
        const all = ((tookMs + restMs(cases, tookMs)) / cases) * 100_000
        if (msEach <= 3.2) expect(all).toBeLessThan(600_000)
        expect(restMs(cases, tookMs)).toBeGreaterThanOrEqual(tookMs * 0.75)
      },
    ),
  )
})
