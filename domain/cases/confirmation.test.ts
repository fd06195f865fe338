import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DUE_STATES } from '#contract/verification/case-states.ts'
import { confirmationSpan, confirmationStanding, confirmByDate } from './confirmation.ts'

it.each([
  ['2026-06-02T06:25:00Z', '2026-07-01T23:00:00.000Z'],
  ['2026-03-01T23:59:00Z', '2026-03-30T23:00:00.000Z'],
  ['2026-10-10T12:00:00Z', '2026-11-09T00:00:00.000Z'],
])('someone asked at %s has 30 days in London, until %s', (now, by) =>
  expect(confirmByDate(new Date(now)).toISOString()).toBe(by),
)

it.each([
  ['2026-06-23T22:59:59Z', 'on_time'],
  ['2026-06-24T23:00:00Z', 'due_soon'],
  ['2026-07-02T22:59:59Z', 'due_soon'],
  ['2026-07-02T23:00:00Z', 'overdue'],
])('someone who should confirm by 2 July is %s at %s: the day itself is in time', (now, standing) =>
  expect(confirmationStanding(new Date('2026-07-01T23:00:00Z'), new Date(now))).toBe(standing),
)

it('has exactly one standing for every moment', () => {
  const moments = fc.date({ min: new Date('2025-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.integer({ min: -40 * 24, max: 40 * 24 }), (now, hours) => {
      const confirmBy = new Date(now.getTime() + hours * 3_600_000)
      const holding = DUE_STATES.filter((standing) => {
        const { from, to } = confirmationSpan(standing, now)
        return (!from || confirmBy >= from) && (!to || confirmBy < to)
      })
      expect(holding).toEqual([confirmationStanding(confirmBy, now)])
    }),
  )
})
