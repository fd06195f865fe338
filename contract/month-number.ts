const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** The most characters of a month, with the full stop of an abbreviation. */
export const MONTH_MAX = 10

/** The text with Arabic-Indic and Persian digits written as ours: their last four bits are their number. */
export function inOurDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

/** Reads a month: a number, an English name, or at least its first three letters, such as Feb or Sept. Null for anything else. */
export function monthNumber(text: string): number | null {
  const typed = inOurDigits(text).trim().toLowerCase()
  if (/^\d{1,2}$/.test(typed)) return Number(typed)
  const name = typed.replace(/\.$/, '')
  const index = name.length < 3 ? -1 : MONTHS.findIndex((month) => month.startsWith(name))
  return index < 0 ? null : index + 1
}
