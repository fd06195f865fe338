import { type PlainDate, plainDate } from '#domain/plain-date.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NUMBERS = /\b(\d{1,2})[./-](\d{1,2})[./-](\d{4})\b/
const WRITTEN = /\b(\d{1,2})(?:st|nd|rd|th)?\s*([a-z]{3,9})\.?,?\s*(\d{4})\b/i
const AMERICAN = /\b([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/i

/** Returns the first date in a line of print, in British order or with the month in words. */
export function printedDate(line: string): PlainDate | null {
  const [, day, month, year] = NUMBERS.exec(line) ?? []
  if (day) return plainDate(Number(year), Number(month), Number(day))
  const [, writtenDay, writtenMonth = '', writtenYear] = WRITTEN.exec(line) ?? []
  if (writtenDay && monthOf(writtenMonth))
    return plainDate(Number(writtenYear), monthOf(writtenMonth), Number(writtenDay))
  const [, word = '', wordDay, wordYear] = AMERICAN.exec(line) ?? []
  return wordDay && monthOf(word) ? plainDate(Number(wordYear), monthOf(word), Number(wordDay)) : null
}

/** Returns all dates in a line. */
export function printedDates(line: string): PlainDate[] {
  const found = printedDate(line)
  return found ? [found, ...printedDates(line.replace(/^.*?\d{4}/, ''))] : []
}

function monthOf(word: string): number {
  return MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1
}
