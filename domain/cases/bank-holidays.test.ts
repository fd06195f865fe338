import { describe, expect, it } from 'vitest'
import { addDays, type PlainDate, plainDate, weekday } from '#domain/plain-date.ts'
import { BANK_HOLIDAY_YEARS, isBankHoliday } from './bank-holidays.ts'

const on = (year: number, month: number, day: number): PlainDate => {
  const date = plainDate(year, month, day)
  if (!date) throw new Error('no such day')
  return date
}

/** Easter Sunday by the anonymous Gregorian computation. */
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

/** The holidays by their rules; those that fall on a weekend move to the next free weekday. */
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

  it('are known for the years named', () => {
    expect(isBankHoliday(on(BANK_HOLIDAY_YEARS.first, 12, 25))).toBe(true)
    expect(isBankHoliday(on(BANK_HOLIDAY_YEARS.last, 12, 25))).toBe(true)
  })
})
