import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CASE_STATES } from '#contract/verification/case-states.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { addDays, type PlainDate, plainDate, weekday } from '#domain/plain-date.ts'
import {
  BANK_HOLIDAY_YEARS,
  dueAt,
  isBankHoliday,
  reviewerWorkingMs,
  reviewTiming,
  workingMs,
} from './review-clock.ts'

const HOUR = 3_600_000
const at = (text: string) => new Date(text)
const due = at('2026-11-20T12:00:00Z')

describe('the promise of a review', () => {
  it('is 48 hours, even if the clocks change', () => {
    expect(dueAt(at('2026-11-18T12:00:00Z'))).toEqual(due)
    expect(dueAt(at('2026-03-28T12:00:00Z'))).toEqual(at('2026-03-30T12:00:00Z'))
  })

  it.each<[CaseState, string, string]>([
    ['submitted', '2026-11-19T23:59:59Z', 'on_time'],
    ['submitted', '2026-11-20T00:00:00Z', 'due_soon'],
    ['in_review', '2026-11-20T12:00:00Z', 'due_soon'],
    ['in_review', '2026-11-20T12:00:01Z', 'overdue'],
    ['awaiting_second_approval', '2026-11-21T00:00:00Z', 'overdue'],
    ['needs_resubmission', '2026-11-21T00:00:00Z', 'not_running'],
    ['approved', '2026-11-21T00:00:00Z', 'not_running'],
    ['draft', '2026-11-21T00:00:00Z', 'not_running'],
  ])('in %s at %s is %s', (state, now, kind) =>
    expect(reviewTiming({ state, dueAt: due }, at(now)).kind).toBe(kind),
  )

  it('does not run without a submission', () => {
    expect(reviewTiming({ state: 'submitted', dueAt: null }, due)).toEqual({ kind: 'not_running' })
  })
})

describe('working time', () => {
  it.each([
    ['within a Wednesday', '2026-11-18T09:00:00Z', '2026-11-18T17:00:00Z', 8],
    ['from Friday noon to Monday noon', '2026-11-20T12:00:00Z', '2026-11-23T12:00:00Z', 24],
    ['over a weekend alone', '2026-11-21T00:00:00Z', '2026-11-23T00:00:00Z', 0],
    ['over Easter 2026', '2026-04-02T12:00:00Z', '2026-04-07T12:00:00Z', 24],
    ['over Christmas 2026', '2026-12-24T12:00:00Z', '2026-12-29T12:00:00Z', 24],
    [
      'from Friday over the start of summer time to Monday',
      '2026-03-27T12:00:00Z',
      '2026-03-30T12:00:00Z',
      25,
    ],
    ['backwards', '2026-11-19T12:00:00Z', '2026-11-18T12:00:00Z', 0],
    ['beyond the holiday table', '2031-12-24T12:00:00Z', '2031-12-25T12:00:00Z', 24],
  ])('%s', (_, from, to, hours) => expect(workingMs(at(from), at(to)) / HOUR).toBe(hours))

  it('adds up wherever a period is split, and never exceeds the clock', () => {
    const instant = fc.date({ min: at('2025-01-01'), max: at('2028-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(
        instant,
        fc.array(fc.integer({ min: 0, max: 20 * 24 * HOUR }), { minLength: 2, maxLength: 2 }),
        (from, cuts) => {
          const [first = 0, second = 0] = cuts
          const middle = new Date(from.getTime() + first)
          const to = new Date(middle.getTime() + second)
          expect(workingMs(from, middle) + workingMs(middle, to)).toBe(workingMs(from, to))
          expect(workingMs(from, to)).toBeLessThanOrEqual(first + second)
        },
      ),
    )
  })

  it('on a case pauses while the applicant has to act', () => {
    const history = [
      { state: 'draft', since: at('2026-11-16T00:00:00Z') },
      { state: 'submitted', since: at('2026-11-16T09:00:00Z') },
      { state: 'in_review', since: at('2026-11-16T10:00:00Z') },
      { state: 'needs_resubmission', since: at('2026-11-16T12:00:00Z') },
      { state: 'submitted', since: at('2026-11-18T09:00:00Z') },
    ] satisfies { state: CaseState; since: Date }[]
    expect(reviewerWorkingMs(history, at('2026-11-18T11:00:00Z'))).toBe(5 * HOUR)
    expect(
      reviewerWorkingMs(
        [...history, { state: 'approved', since: at('2026-11-18T10:00:00Z') }],
        at('2026-11-20'),
      ),
    ).toBe(4 * HOUR)
  })

  const instants = fc.uniqueArray(fc.integer({ min: 0, max: 90 * 24 * 60 }), { minLength: 1, maxLength: 12 })
  const histories = fc.tuple(
    instants,
    fc.array(fc.constantFrom(...CASE_STATES), { minLength: 12, maxLength: 12 }),
  )
  const historyOf = ([minutes, states]: [number[], CaseState[]], begins: Date) =>
    minutes
      .sort((a, b) => a - b)
      .map((minute, index) => ({
        state: states[index] ?? 'draft',
        since: new Date(begins.getTime() + minute * 60_000),
      }))
  const START = at('2026-03-02T00:00:00Z')
  const END = at('2026-07-01T00:00:00Z')

  it('on a case is that of the periods in which a reviewer has to act, and never more than the total', () => {
    fc.assert(
      fc.property(histories, (drawn) => {
        const history = historyOf(drawn, START)
        const total = reviewerWorkingMs(history, END)
        const passed = (last: Date) => (reviewerWorkingMs(history, last) ?? 0) - (total ?? 0)
        expect(total ?? 0).toBeGreaterThanOrEqual(0)
        expect(total ?? 0).toBeLessThanOrEqual(workingMs(START, END))
        // Repeating the same state, as a claim does, changes nothing.
        const repeated = history.flatMap(({ state, since }, index) => {
          const until = history[index + 1]?.since ?? END
          return [
            { state, since },
            { state, since: new Date((since.getTime() + until.getTime()) / 2) },
          ]
        })
        expect(reviewerWorkingMs(repeated, END)).toBe(total)
        const last = history.at(-1)
        const isWithUs = last && ['submitted', 'in_review', 'awaiting_second_approval'].includes(last.state)
        expect(passed(new Date(END.getTime() + 3 * HOUR))).toBe(isWithUs ? 3 * HOUR : 0)
      }),
    )
  })

  it('on a case starts again when the previous verification was decided', () => {
    fc.assert(
      fc.property(histories, histories, (before, drawn) => {
        const earlier = [
          ...historyOf(before, START),
          { state: 'approved' as const, since: at('2026-06-10T00:00:00Z') },
        ]
        const later = [
          { state: 'reverification_due' as const, since: END },
          ...historyOf(drawn, new Date(END.getTime() + HOUR)),
        ]
        const now = at('2026-12-01T00:00:00Z')
        expect(reviewerWorkingMs([...earlier, ...later], now)).toBe(reviewerWorkingMs(later, now))
        expect(reviewerWorkingMs([...earlier, ...later.slice(0, 1)], now)).toBeNull()
      }),
    )
  })
})

const on = (year: number, month: number, day: number): PlainDate => {
  const date = plainDate(year, month, day)
  if (!date) throw new Error('no such day')
  return date
}

/** Easter Sunday by the anonymous Gregorian algorithm. */
function easter(year: number): PlainDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return on(year, Math.floor(f / 31), (f % 31) + 1)
}

const firstMonday = (year: number, month: number) =>
  addDays(on(year, month, 1), (8 - weekday(on(year, month, 1))) % 7)
const lastMonday = (year: number, month: number) =>
  addDays(on(year, month, 31), -((weekday(on(year, month, 31)) + 6) % 7))

/** The holidays by their rules; those on a weekend move to the next free weekday. */
function byRule(year: number): PlainDate[] {
  const days = [
    addDays(easter(year), -2),
    addDays(easter(year), 1),
    firstMonday(year, 5),
    lastMonday(year, 5),
    lastMonday(year, 8),
  ]
  for (const fixed of [on(year, 1, 1), on(year, 12, 25), on(year, 12, 26)]) {
    let day = fixed
    while ([0, 6].includes(weekday(day)) || days.includes(day)) day = addDays(day, 1)
    days.push(day)
  }
  return days.sort()
}

describe('the bank holidays', () => {
  it.each([2025, 2026, 2027, 2028])('of %i are those of the rules', (year) => {
    const table: PlainDate[] = []
    for (let day = on(year, 1, 1); day <= on(year, 12, 31); day = addDays(day, 1))
      if (isBankHoliday(day)) table.push(day)
    expect(table).toEqual(byRule(year))
  })

  it('are known for the named years', () => {
    expect(isBankHoliday(on(BANK_HOLIDAY_YEARS.first, 12, 25))).toBe(true)
    expect(isBankHoliday(on(BANK_HOLIDAY_YEARS.last, 12, 25))).toBe(true)
  })
})
