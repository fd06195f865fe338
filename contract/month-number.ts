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

/** Reads a month: a number, an English name, or at least its first three letters, such as Feb or Sept. Null for anything else. */
export function monthNumber(text: string): number | null {
  const typed = text.trim().toLowerCase()
  if (/^\d{1,2}$/.test(typed)) return Number(typed)
  const name = typed.replace(/\.$/, '')
  const index = name.length < 3 ? -1 : MONTHS.findIndex((month) => month.startsWith(name))
  return index < 0 ? null : index + 1
}
