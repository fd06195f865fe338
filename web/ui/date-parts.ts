import { inOurDigits, MONTH_MAX, monthNumber } from '#contract/month-number.ts'

/** What the person typed, unchanged, however wrong. */
export type DateParts = { day: string; month: string; year: string }

export const EMPTY_DATE: DateParts = { day: '', month: '', year: '' }

/** Returns yyyy-mm-dd if the parts are a calendar day with a four-digit year, otherwise null. */
export function isoFromParts(parts: DateParts): string | null {
  const day = wholeNumber(parts.day, 2)
  const month = monthNumber(parts.month)
  const year = wholeNumber(parts.year, 4)
  if (day === null || month === null || year === null || year < 1000) return null
  // Date turns 31 February into a day in March, which doesn't have the typed month any more.
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}

/** Returns the parts of yyyy-mm-dd without leading zeros; empty parts for anything else. */
export function partsFromIso(iso: string | null | undefined): DateParts {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso ?? '')
  if (!match) return EMPTY_DATE
  const [, year = '', month = '', day = ''] = match
  return { day: String(Number(day)), month: String(Number(month)), year }
}

/**
 * The typed parts as one text, `1971-3-` or `1971-March-`, so that a half-typed date survives a reload. Empty if
 * nothing was typed. What is too long to be right is cut, so that the text fits a draft.
 */
export function textFromParts(parts: DateParts): string {
  if (isDateEmpty(parts)) return ''
  const cut = (part: string, length: number) => part.replaceAll('-', '').slice(0, length)
  return [cut(parts.year, 6), cut(parts.month, MONTH_MAX), cut(parts.day, 6)].join('-')
}

/** Parses such a text, and a date without its day: `1971-03`. */
export function partsFromText(text: string): DateParts {
  const [year = '', month = '', day = ''] = text.split('-')
  return { year, month, day }
}

const DAY_FIRST = /^(?<day>\d{1,2})[\s./-]+(?<month>\p{L}+|\d{1,2})[\s./-]+(?<year>\d{4})$/u
const YEAR_FIRST = /^(?<year>\d{4})[\s./-]+(?<month>\p{L}+|\d{1,2})[\s./-]+(?<day>\d{1,2})$/u

/** The parts of a whole date that was copied from elsewhere, day or year first, whether it exists or not; null for other text. */
export function partsFromCopy(text: string): DateParts | null {
  const copied = inOurDigits(text).trim()
  const { day, month, year } = (DAY_FIRST.exec(copied) ?? YEAR_FIRST.exec(copied))?.groups ?? {}
  if (!day || !month || !year || monthNumber(month) === null) return null
  return { day, month, year }
}

/** Whether nothing has been typed. */
export function isDateEmpty(parts: DateParts): boolean {
  return `${parts.day}${parts.month}${parts.year}`.trim() === ''
}

function wholeNumber(text: string, maxDigits: number): number | null {
  const digits = inOurDigits(text).trim()
  return /^\d+$/.test(digits) && digits.length <= maxDigits ? Number(digits) : null
}
