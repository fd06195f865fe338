import type { PageArea, ReadField } from '#contract/documents/readings.ts'
import { comparableName } from './compare-read.ts'
import { printedDates } from './printed-dates.ts'
import type { RawWord } from './raw-reading.ts'

/**
 * Returns where the print says a value of the code, because that is what a person reads; undefined if it doesn't. Only
 * the words that say it: the reader takes parts of a portrait, or the next column, for the same line.
 */
export function printedPlace(
  field: ReadField,
  value: string,
  lines: readonly (readonly RawWord[])[],
): PageArea | undefined {
  const isDate = field === 'birthDate' || field === 'expiresOn'
  const says = (words: readonly RawWord[]) => {
    const text = words.map((word) => word.text).join(' ')
    if (isDate) return printedDates(text).some((date) => date === value)
    return ` ${comparableName(text)} `.includes(` ${comparableName(value)} `)
  }
  const line = lines.find((words) => !words.some(({ text }) => text.includes('<')) && says(words))
  return line && around(shortest(line, says).map(({ area }) => area))
}

/** Returns the fewest neighbouring words of a line that still say it. */
function shortest(
  line: readonly RawWord[],
  says: (words: readonly RawWord[]) => boolean,
): readonly RawWord[] {
  const from = line.findLastIndex((_, at) => says(line.slice(at)))
  const to = line.findIndex((_, at) => at >= from && says(line.slice(from, at + 1)))
  return line.slice(from, to + 1)
}

/** Returns the smallest area of the page that contains all of them. */
export function around(areas: readonly PageArea[]): PageArea {
  const left = Math.min(...areas.map((area) => area.left))
  const top = Math.min(...areas.map((area) => area.top))
  const right = Math.max(...areas.map((area) => area.left + area.width))
  const bottom = Math.max(...areas.map((area) => area.top + area.height))
  return { page: areas[0]?.page ?? 1, left, top, width: right - left, height: bottom - top }
}
