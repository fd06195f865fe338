import type { DateStyle } from '#contract/date-style.ts'
import { birthDayText, dayText } from '#domain/date-text.ts'
import { type PlainDate, plainDate } from '#domain/plain-date.ts'
import type { ListedBirth, PartialDate } from './screening-records.ts'

/**
 * Reads a date as the UK list writes it: 09/03/1971, or with what is not known left as letters or zeros (dd/mm/1971,
 * 00/03/1971). What it does not know stays unknown (law §3.2); null for anything else.
 */
export function parseListedDate(text: string): PartialDate | null {
  const match = /^([\ddD]{1,2})[/.-]([\dmM]{1,2})[/.-](\d{4})$/.exec(text.trim())
  if (match) return partialDate(Number(match[3]), known(match[2]), known(match[1]))
  return parseIsoDate(text)
}

/** Reads 1971-03-09, 1971-03 or 1971, whatever follows the day; null for anything else. */
export function parseIsoDate(text: string): PartialDate | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:T.*|Z|[+-]\d{2}:\d{2})?$/.exec(text.trim())
  return match ? partialDate(Number(match[1]), known(match[2]), known(match[3])) : null
}

/**
 * Reads a birth as OFAC writes it: 09 Mar 1971, Mar 1971, 1971, any of them after "circa", and years as 1970 to 1972.
 * Null for anything else.
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

/** The day of a list's own date, as 13-Feb-2026, 13/02/2026 or 2026-02-13; null where it is none. */
export function parsePublished(text: string): PlainDate | null {
  const named = /^(\d{1,2})[ -]([A-Za-z]{3})[a-z]*[ -](\d{4})$/.exec(text.trim())
  if (named)
    return plainDate(Number(named[3]), MONTHS.indexOf((named[2] ?? '').toLowerCase()) + 1, Number(named[1]))
  const date = parseListedDate(text)
  return date?.month && date.day ? plainDate(date.year, date.month, date.day) : null
}

/**
 * Dates that a list wrote, as every other page, mail and PDF has them: a day, or several births as far as each is known, such as
 * `about 1971-03`. What is no date stays as the list wrote it.
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
