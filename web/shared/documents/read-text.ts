import type { ReadValue } from '#contract/documents/readings.ts'
import { formatDate } from '#web/lib/dates.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Formats a value for people: dates as everywhere else, names from a machine-readable code not in all capitals, an address in one line. */
export function readText({ field, value }: Pick<ReadValue, 'field' | 'value'>): string {
  if (DATE.test(value)) return formatDate(value)
  const isName = field === 'surname' || field === 'givenNames'
  return isName && value === value.toUpperCase() ? asName(value) : value.replace(/\s*\n\s*/g, ', ')
}

const PARTS = { print: 'page', 'id-front': 'front', 'id-back': 'back' } as const

/** What another part of the document says instead of a value, or null: “The front says 9 Mar 1988”. */
export function contradictionText({
  field,
  contradicted,
}: Pick<ReadValue, 'field' | 'contradicted'>): string | null {
  if (!contradicted) return null
  const { by, value } = contradicted
  return `The ${PARTS[by]} says ${value ? readText({ field, value }) : 'something else'}`
}

/** OKAFOR as Okafor, SMITH-JONES as Smith-Jones. */
export function asName(value: string): string {
  return value
    .toLowerCase()
    .replace(/(^|[\s'’-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}
