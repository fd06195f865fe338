import type { ReadValue } from '#contract/documents/readings.ts'
import { formatDate } from '#web/lib/dates.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Formats a value for people: dates as everywhere else, names and addresses not in all capitals, an address in one line. */
export function readText({ field, value }: Pick<ReadValue, 'field' | 'value'>): string {
  if (DATE.test(value)) return formatDate(value)
  const isName = field === 'surname' || field === 'givenNames'
  if (isName && value === value.toUpperCase()) return asName(value)
  const line = value.replace(/\s*\n\s*/g, ', ')
  return field === 'address' ? asAddress(line) : line
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

/** Words in lower case within a name: Stoke-on-Trent, Weston-super-Mare. */
const SMALL = ['and', 'by', 'de', 'in', 'le', 'of', 'on', 'the', 'under', 'upon']
const ABBREVIATIONS = ['BFPO', 'GB', 'PO', 'UK']

/**
 * An address as people write it: 12 HIGH STREET, LEEDS, LS1 4AB as 12 High Street, Leeds, LS1 4AB. A part that isn't in
 * all capitals stays as it is.
 */
export function asAddress(value: string): string {
  return value.replace(/[^,\n]+/g, (part) => (part === part.toUpperCase() ? asPlaceName(part) : part))
}

function asPlaceName(text: string): string {
  let isStart = true
  return text.replace(/\S+/g, (word) => {
    const isNumbered = /\d/.test(word)
    const pieces = word.toLowerCase().split('-')
    const name = pieces.map((piece, at) =>
      SMALL.includes(piece) && !(isStart && at === 0) ? piece : capital(piece),
    )
    // After a house number comes a name.
    isStart = isNumbered
    if (isNumbered) return /^\d+(ST|ND|RD|TH)$/.test(word) ? word.toLowerCase() : word
    return ABBREVIATIONS.includes(word) ? word : name.join('-')
  })
}

/** Of o'connell O'Connell, but John's of john's. */
function capital(piece: string): string {
  return piece.replace(
    /^(\P{L}*)(\p{L})(['’]\p{L})?/u,
    (_, before: string, first: string, next = '') => before + first.toUpperCase() + next.toUpperCase(),
  )
}
