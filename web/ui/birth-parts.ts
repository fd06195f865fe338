import { type DateParts, isDateEmpty } from './date-parts.ts'

/** The parts of a date as one text, as typed: `1971-3-`. Empty where nothing is. */
export function birthTextOf(parts: DateParts): string {
  if (isDateEmpty(parts)) return ''
  return [parts.year, parts.month, parts.day].map((part) => part.replaceAll('-', '').slice(0, 6)).join('-')
}

/** The parts of such a text, and of one that was read back: `1971-03`, `1971-03-09`. */
export function birthPartsOf(text: string): DateParts {
  const [year = '', month = '', day = ''] = text.split('-')
  return { year, month, day }
}
