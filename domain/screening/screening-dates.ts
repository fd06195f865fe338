import type { DateStyle } from '#contract/date-style.ts'
import { birthDayText, dayText } from '#domain/date-text.ts'
import { type PlainDate, plainDate } from '#domain/plain-date.ts'
import type { ListedBirth, PartialDate } from './screening-records.ts'

/**
 * Parses a date of the UK list: 09/03/1971, or with letters or zeros for unknown parts (dd/mm/1971, 00/03/1971).
 * Unknown parts stay unknown (law §3.2); null for anything else.
 */
export function parseListedDate(text: string): PartialDate | null {
  const match = /^([\ddD]{1,2})[/.-]([\dmM]{1,2})[/.-](\d{4})$/.exec(text.trim())
  if (match) return partialDate(Number(match[3]), known(match[2]), known(match[1]))
  return parseIsoDate(text)
}

/** Parses 1971-03-09, 1971-03 or 1971, ignoring what follows the day; null for anything else. */
export function parseIsoDate(text: string): PartialDate | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:T.*|Z|[+-]\d{2}:\d{2})?$/.exec(text.trim())
  return match ? partialDate(Number(match[1]), known(match[2]), known(match[3])) : null
}

/**
 * Parses a date of birth of OFAC's list: 09 Mar 1971, Mar 1971, 1971, any of them after "circa", and ranges such as
 * 1970 to 1972. Null for anything else.
 */
export function parseWrittenBirth(text: string): ListedBirth | null {
  const range =
    /^(?:circa )?(?:\d{1,2} )?(?:[A-Za-z]{3} )?(\d{4}) to (?:\d{1,2} )?(?:[A-Za-z]{3} )?(\d{4})$/.exec(
      text.trim(),
    )
  if (range) return { fromYear: Number(range[1]), toYear: Number(range[2]) }
  const match = /^(circa )?(?:(?:(\d{1,2}) )?([A-Za-z]{3}) )?(\d{4})$/i.exec(text.trim())
  if (!match) return null
  const month = MONTHS.indexOf((match[3] ?? '').toLowerCase()) + 1
  const date = partialDate(Number(match[4]), known(String(month)), known(match[2]))
  return date && match[1] ? { ...date, isApproximate: true } : date
}

/** Parses a list's own date: 13-Feb-2026, 13/02/2026 or 2026-02-13; null for anything else. */
export function parsePublished(text: string): PlainDate | null {
  const named = /^(\d{1,2})[ -]([A-Za-z]{3})[a-z]*[ -](\d{4})$/.exec(text.trim())
  if (named)
    return plainDate(Number(named[3]), MONTHS.indexOf((named[2] ?? '').toLowerCase()) + 1, Number(named[1]))
  const date = parseListedDate(text)
  return date?.month && date.day ? plainDate(date.year, date.month, date.day) : null
}

/**
 * Returns a list's dates in the style of all pages, mails and PDFs: a day, or several dates of birth as far as known,
 * such as `about 1971-03`. Anything else stays as the list wrote it.
 */
export function listedDateText(text: string, style: DateStyle): string {
  const day = parsePublished(text)
  if (day) return dayText(day, style)
  return text
    .split(', ')
    .map((birth) => birth.replace(/\b\d{4}-(0[1-9]|1[0-2])(-\d{2})?\b/, (date) => birthDayText(date, style)))
    .join('; ')
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function known(part: string | undefined): number | undefined {
  const value = Number(part)
  return Number.isInteger(value) && value > 0 ? value : undefined
}

function partialDate(year: number, month?: number, day?: number): PartialDate | null {
  if (year < 1800 || year > 2200) return null
  if (month === undefined) return { year }
  if (day === undefined) return month <= 12 ? { year, month } : { year }
  return plainDate(year, month, day) ? { year, month, day } : { year }
}
