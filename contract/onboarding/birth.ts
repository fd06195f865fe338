import { z } from 'zod'
import { inOurDigits, monthNumber } from '#contract/month-number.ts'

/** A date of birth with year and month, and perhaps the day. */
export interface KnownBirth {
  year: number
  month: number
  day?: number
}

/**
 * Reads a date of birth as stored (`1971-03`, `1971-03-09`) or as sent by a form (`1971-3-`, `1971-Mar-9`); null for
 * anything else.
 */
export function readBirth(text: string): KnownBirth | null {
  const [, year, typedMonth, day] = /^\s*(\d{4})-([^-]+)(?:-\s*(\d{0,2})\s*)?$/.exec(inOurDigits(text)) ?? []
  const month = monthNumber(typedMonth ?? '')
  if (year === undefined || month === null) return null
  const birth = { year: Number(year), month, ...(day && { day: Number(day) }) }
  return isOnCalendar(birth) ? birth : null
}

function isOnCalendar({ year, month, day }: KnownBirth): boolean {
  if (year < 1000 || month < 1 || month > 12) return false
  return day === undefined || (day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate())
}

/** A date of birth whose day may be unknown: at least month and year, stored as `1971-03` or `1971-03-09`. */
export const PartialBirth = z.preprocess(
  (value) => {
    const birth = typeof value === 'string' ? readBirth(value) : null
    if (!birth) return value
    const parts = [birth.year, birth.month, ...(birth.day === undefined ? [] : [birth.day])]
    return parts.map((part) => String(part).padStart(2, '0')).join('-')
  },
  z
    .string('Enter the month and year of birth')
    .refine((text) => readBirth(text) !== null, 'Enter a real month and year of birth, for example 3 1988'),
)
