/** What the person typed, kept as it is, however wrong. */
export type DateParts = { day: string; month: string; year: string }

export const EMPTY_DATE: DateParts = { day: '', month: '', year: '' }

/** Returns yyyy-mm-dd when the parts name a day of the calendar with a year of four digits, else null. */
export function isoFromParts(parts: DateParts): string | null {
  const day = wholeNumber(parts.day, 2)
  const month = wholeNumber(parts.month, 2)
  const year = wholeNumber(parts.year, 4)
  if (day === null || month === null || year === null || year < 1000) return null
  // Date rolls 31 February over into March; a rolled date no longer has the month that was typed.
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}

/** Returns the parts of yyyy-mm-dd without leading zeros; anything else gives empty parts. */
export function partsFromIso(iso: string | null | undefined): DateParts {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso ?? '')
  if (!match) return EMPTY_DATE
  const [, year = '', month = '', day = ''] = match
  return { day: String(Number(day)), month: String(Number(month)), year }
}

/** Says whether nothing has been typed. */
export function isDateEmpty(parts: DateParts): boolean {
  return `${parts.day}${parts.month}${parts.year}`.trim() === ''
}

function wholeNumber(text: string, maxDigits: number): number | null {
  const digits = text.trim()
  return /^\d+$/.test(digits) && digits.length <= maxDigits ? Number(digits) : null
}
