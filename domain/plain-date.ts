import { once } from './once.ts'

/** A calendar day without time or zone, `YYYY-MM-DD`; such strings sort chronologically. */
export type PlainDate = string & { readonly __plainDate: unique symbol }

/** Exactly 24 hours; a calendar day is an hour shorter or longer when London's clocks change. */
export const DAY_MS = 86_400_000

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/
const london = once(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/London',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
)

/** Returns the day for year, month (1 to 12) and day, or null if there is no such day, such as 31 February. */
export function plainDate(year: number, month: number, day: number): PlainDate | null {
  if (![year, month, day].every(Number.isInteger)) return null
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    return null
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as PlainDate
}

/** Reads `YYYY-MM-DD` strictly; null for any other shape and for days that do not exist. */
export function parsePlainDate(text: string): PlainDate | null {
  const match = SHAPE.exec(text)
  return match ? plainDate(Number(match[1]), Number(match[2]), Number(match[3])) : null
}

/** Returns year, month (1 to 12) and day of a date. */
export function dateParts(date: PlainDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

/**
 * Returns the day `months` calendar months later; a day that does not exist in that month becomes its last one (31 May
 * - 3 = 28 February).
 */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const { year, month, day } = dateParts(date)
  const count = year * 12 + (month - 1) + months
  const toYear = Math.floor(count / 12)
  const toMonth = (count % 12) + 1
  const moved = plainDate(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)))
  if (!moved) throw new RangeError(`${date} moved by ${months} months leaves the calendar`)
  return moved
}

/** Returns the day after (or `days` after) a date. */
export function addDays(date: PlainDate, days: number): PlainDate {
  const { year, month, day } = dateParts(date)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10) as PlainDate
}

/** Returns how many days later `to` is than `from`; negative if it is earlier. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

/** Returns the day of the week: 0 Sunday to 6 Saturday. */
export function weekday(date: PlainDate): number {
  const { year, month, day } = dateParts(date)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

/** Returns the Sunday that ends a day's week; weeks start on Mondays. */
export function endOfWeek(date: PlainDate): PlainDate {
  return addDays(date, (7 - weekday(date)) % 7)
}

/** Returns the calendar day in London at an instant (law §2.2: dates are compared in Europe/London). */
export function londonDate(instant: Date): PlainDate {
  const { year, month, day } = londonParts(instant)
  return `${year}-${month}-${day}` as PlainDate
}

/**
 * Returns the instant at which a London day starts. The clocks change at 01:00 UTC, so midnight is 00:00Z or 23:00Z.
 */
export function londonMidnight(date: PlainDate): Date {
  const utcMidnight = Date.parse(`${date}T00:00:00Z`)
  const offsetHours = Number(londonParts(new Date(utcMidnight)).hour)
  return new Date(utcMidnight - offsetHours * 3_600_000)
}

/**
 * Returns the time span of London days, both included: "2026-03-02..2026-03-08". `from` is included, `to` is not;
 * undefined for other text.
 */
export function spanOfDays(text: string): { from: Date; to: Date } | undefined {
  const [from, to] = text.split('..').map(parsePlainDate)
  return from && to ? { from: londonMidnight(from), to: londonMidnight(addDays(to, 1)) } : undefined
}

/** Returns the London time at an instant, and its zone: GMT, or BST in summer. */
export function londonTime(instant: Date): { hour: string; minute: string; zone: 'GMT' | 'BST' } {
  const { hour, minute } = londonParts(instant)
  return { hour, minute, zone: Number(hour) === instant.getUTCHours() ? 'GMT' : 'BST' }
}

function londonParts(instant: Date): Record<'year' | 'month' | 'day' | 'hour' | 'minute', string> {
  const parts = { year: '', month: '', day: '', hour: '', minute: '' }
  for (const { type, value } of london().formatToParts(instant)) {
    if (type in parts) parts[type as keyof typeof parts] = value
  }
  return parts
}

function daysInMonth(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  if (month === 2) return isLeap ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
