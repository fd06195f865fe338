import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, daysBetween, londonDate, londonMidnight, parsePlainDate } from '#domain/plain-date.ts'
import {
  attemptStanding,
  daysLeft,
  reminderDue,
  statementEndsOn,
  statementExpiresAt,
  statementStanding,
} from './statement-expiry.ts'

const day = (text: string) => {
  const date = parsePlainDate(text)
  if (!date) throw new Error(`${text} is no day`)
  return date
}
const moment = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2199-01-01'),
  noInvalidDate: true,
})

describe('R18 a statement ends 12 calendar months after it was signed', () => {
  it.each([
    ['2026-03-10', '2027-03-10'],
    ['2023-02-28', '2024-02-28'],
    ['2024-02-29', '2025-02-28'],
    ['2024-03-01', '2025-03-01'],
    ['2026-12-31', '2027-12-31'],
  ])('one of %s ends on %s', (signed, ends) => expect(statementEndsOn(day(signed))).toBe(ends))

  it.each([
    ['in winter', '2026-01-15T12:00:00Z', '2027-01-15T00:00:00.000Z'],
    ['in summer', '2026-07-15T12:00:00Z', '2027-07-14T23:00:00.000Z'],
    ['after midnight in London, before it in Greenwich', '2026-07-01T23:30:00Z', '2027-07-01T23:00:00.000Z'],
    ['on the day the clocks go forward', '2026-03-29T00:30:00Z', '2027-03-28T23:00:00.000Z'],
  ])('signed at %s it ends when that day starts in London', (_, signed, ends) =>
    expect(statementExpiresAt(new Date(signed)).toISOString()).toBe(ends),
  )

  it('has the same day of the month a year later, except for 29 February', () => {
    fc.assert(
      fc.property(moment, (signedAt) => {
        const signed = londonDate(signedAt)
        const ends = statementEndsOn(signed)
        expect(Number(ends.slice(0, 4))).toBe(Number(signed.slice(0, 4)) + 1)
        expect(ends.slice(4)).toBe(signed.slice(4) === '-02-29' ? '-02-28' : signed.slice(4))
        expect(londonDate(statementExpiresAt(signedAt))).toBe(ends)
        expect([365, 366]).toContain(daysBetween(signed, ends))
      }),
    )
  })

  it('never lets a later signature end sooner', () => {
    fc.assert(
      fc.property(moment, moment, (left, right) => {
        const [first, second] = left <= right ? [left, right] : [right, left]
        expect(statementExpiresAt(first) <= statementExpiresAt(second)).toBe(true)
      }),
    )
  })
})

describe('the standing of a statement', () => {
  const expiresAt = statementExpiresAt(new Date('2026-03-10T10:00:00Z'))

  it.each([
    ['2026-03-10T10:00:00Z', 'valid', 365],
    ['2027-02-07T23:59:59Z', 'valid', 31],
    ['2027-02-08T00:00:00Z', 'ends_soon', 30],
    ['2027-03-09T23:59:59.999Z', 'ends_soon', 1],
    ['2027-03-10T00:00:00Z', 'expired', 0],
    ['2027-03-11T00:00:00Z', 'expired', -1],
  ])('at %s is %s, with %i days left', (at, standing, left) => {
    expect(statementStanding(expiresAt, new Date(at))).toBe(standing)
    expect(daysLeft(expiresAt, new Date(at))).toBe(left)
  })
})

describe('the reminders', () => {
  const expiresAt = statementExpiresAt(new Date('2026-03-10T10:00:00Z'))

  it.each([
    ['2027-02-07', null],
    ['2027-02-08', 30],
    ['2027-02-10', 30],
    ['2027-03-02', 30],
    ['2027-03-03', 7],
    ['2027-03-09', 7],
    ['2027-03-10', null],
    ['2028-01-01', null],
  ])('on %s the one for %s days is due', (today, due) =>
    expect(reminderDue(expiresAt, new Date(`${today}T06:10:00Z`))).toBe(due),
  )

  it('are each due once, in order, whatever days the job missed', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 400 })), (runs) => {
        const sent = new Set<number>()
        const end = londonDate(expiresAt)
        for (const back of runs.sort((a, b) => b - a)) {
          const due = reminderDue(expiresAt, londonMidnight(addDays(end, -back)))
          if (due !== null) sent.add(due)
        }
        const ranIn = (from: number, to: number) => runs.some((back) => back >= from && back <= to)
        expect([...sent]).toEqual([...(ranIn(8, 30) ? [30] : []), ...(ranIn(1, 7) ? [7] : [])])
      }),
    )
  })
})

const START = Date.parse('2026-11-22T10:00:00Z')
const at = (hours: number) => new Date(START + hours * 3_600_000)
const unmet = (...hours: number[]) => hours.map((hour) => ({ at: at(hour), met: false }))
const open = (left: number) => ({ kind: 'open', left })
const until = (hours: number) => ({ kind: 'waiting', until: at(hours) })

test.each([
  ['nothing answered', [], 0, open(2)],
  ['one unmet set', unmet(0), 1, open(1)],
  ['one unmet set a day ago', unmet(0), 24, open(2)],
  ['two unmet sets at once', unmet(0, 0), 0, until(24)],
  ['two unmet sets within a day', unmet(0, 23), 30, until(47)],
  ['two unmet sets, just before it opens', unmet(0, 1), 24.999, until(25)],
  ['two unmet sets, as it opens', unmet(0, 1), 25, open(2)],
  ['two unmet sets a whole day apart', unmet(0, 24), 25, open(1)],
  ['the third within a day of the second alone', unmet(0, 25, 27), 28, until(51)],
  ['in any order', unmet(1, 0), 2, until(25)],
  ['an earlier wait that is over', unmet(0, 1, 30), 31, open(1)],
  ['met sets between do not count', [...unmet(0, 2), { at: at(1), met: true }], 3, until(26)],
  ['met sets alone never close it', [0, 1, 2].map((hour) => ({ at: at(hour), met: true })), 3, open(2)],
])('%s', (_, attempts, now, standing) => {
  expect(attemptStanding(attempts, at(now))).toEqual(standing)
})
