import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  londonDate,
  londonMidnight,
  type PlainDate,
  parsePlainDate,
  plainDate,
  weekday,
} from './plain-date.ts'

const day = (text: string): PlainDate => {
  const date = parsePlainDate(text)
  if (!date) throw new Error(`${text} is no day`)
  return date
}

describe('a plain date', () => {
  it.each([
    '2026-02-31',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '26-01-01',
    ' 2026-01-01',
    '',
    '0000-01-01',
  ])('refuses %j', (text) => expect(parsePlainDate(text)).toBeNull())

  it.each(['2024-02-29', '2000-02-29', '2026-12-31'])('reads %s', (text) =>
    expect(parsePlainDate(text)).toBe(text),
  )

  it('agrees with the platform’s calendar on every day', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0101-01-01'), max: new Date('9990-01-01'), noInvalidDate: true }),
        (at) => {
          const text = at.toISOString().slice(0, 10)
          expect(parsePlainDate(text)).toBe(text)
          expect(weekday(day(text))).toBe(at.getUTCDay())
          expect(addDays(addDays(day(text), 40), -40)).toBe(text)
        },
      ),
    )
  })

  it('is refused if its parts are not whole numbers', () => {
    expect(plainDate(2026, 1.5, 1)).toBeNull()
    expect(plainDate(Number.NaN, 1, 1)).toBeNull()
  })

  it.each([
    ['2026-05-31', -3, '2026-02-28'],
    ['2024-05-31', -3, '2024-02-29'],
    ['2026-01-15', -3, '2025-10-15'],
    ['2026-11-20', 12, '2027-11-20'],
    ['2026-12-01', 1, '2027-01-01'],
  ])('%s moved by %i months is %s', (from, months, to) => expect(addMonths(day(from), months)).toBe(to))
})

describe('the day in London', () => {
  it.each([
    ['2026-07-01T22:59:59Z', '2026-07-01'],
    ['2026-07-01T23:00:00Z', '2026-07-02'],
    ['2026-12-01T23:30:00Z', '2026-12-01'],
    ['2026-12-02T00:00:00Z', '2026-12-02'],
  ])('at %s is %s', (at, date) => expect(londonDate(new Date(at))).toBe(date))

  it.each([
    ['2026-03-29', '2026-03-29T00:00:00.000Z'],
    ['2026-03-30', '2026-03-29T23:00:00.000Z'],
    ['2026-10-25', '2026-10-24T23:00:00.000Z'],
    ['2026-10-26', '2026-10-26T00:00:00.000Z'],
  ])('%s starts at %s', (date, at) => expect(londonMidnight(day(date)).toISOString()).toBe(at))
})
