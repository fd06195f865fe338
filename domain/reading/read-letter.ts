import { addDays, type PlainDate } from '#domain/plain-date.ts'
import { DIGIT_FOR } from './alike-letters.ts'
import { printedDate } from './printed-dates.ts'

interface LetterLine<Line> {
  text: string
  line: Line
}

/** What a bank statement or a bill says about its addressee, each with its lines. */
interface ReadLetter<Line> {
  name: { value: string; lines: Line[] } | null
  address: { value: string; lines: Line[] } | null
  issuedOn: { value: PlainDate; lines: Line[] } | null
  issuer: { value: string; lines: Line[] } | null
}

/** With typical misreadings: the digit of its second part as a letter, its last letter as a bracket. */
const POSTCODE = /\b([A-Z]{1,2}[0-9OI][0-9A-ZOI]?)\s?([0-9OISZBG])([A-Z][A-Z)\]])(?![A-Z0-9])/
const STREET = /^(flat|unit|apartment|the\s|\d+[a-z]?\b.*\p{L}{2})/iu
const TITLED = /\b(mr|mrs|ms|miss|mx|dr)\b\.?\s+\p{L}/iu
const DATED = /\b(date|dated|issued|statement|bill|prepared)\b/i
/** A due or end date is not the date of a letter. */
const NOT_DATED = /\b(due|by|until|next|expires|pay)\b/i
const ADDRESS_LINES = 5

/**
 * Interprets a letter: the block that ends in a postcode is the address, below the line with a title or the one above
 * the street; the date is the one labelled as such, or the newest that is not in the future; the first line at the top
 * is the sender.
 */
export function readLetter<Line>(lines: readonly LetterLine<Line>[], today: PlainDate): ReadLetter<Line> {
  const last = lines.findIndex(({ text }) => /\d/.test(POSTCODE.exec(text.toUpperCase())?.[0] ?? ''))
  const block = last < 0 ? [] : blockAbove(lines, last)
  const titled = block.findLastIndex(({ text }) => TITLED.test(text))
  const first = titled < 0 ? block.findIndex(({ text }) => STREET.test(text)) : titled + 1
  const street = first < 0 ? Math.min(1, block.length - 1) : first
  const [name] = street > 0 ? block.slice(street - 1, street) : []
  const address = block.slice(Math.max(0, street))
  const issuer = lines.find(({ text }) => /[A-Za-z]{3}/.test(text) && !/specimen/i.test(text))
  return {
    name: name ? { value: name.text.replace(/[^\p{L}\s'’.-]/gu, '').trim(), lines: [name.line] } : null,
    address:
      address.length > 0
        ? {
            value: address.map(({ text }) => withPostcode(text).replace(/[,\s]+$/, '')).join(', '),
            lines: address.map(({ line }) => line),
          }
        : null,
    issuedOn: dateOf(lines, today),
    issuer: issuer && issuer.line !== name?.line ? { value: issuer.text.trim(), lines: [issuer.line] } : null,
  }
}

function blockAbove<Line>(lines: readonly LetterLine<Line>[], last: number): LetterLine<Line>[] {
  return lines
    .slice(Math.max(0, last - ADDRESS_LINES + 1), last + 1)
    .filter(({ text }) => /[A-Za-z0-9]/.test(text) && !/specimen/i.test(text))
    .map((line) => ({ ...line, text: line.text.replace(/^[^\p{L}\p{N}]+/u, '') }))
}

function withPostcode(text: string): string {
  return text.replace(
    new RegExp(POSTCODE, 'i'),
    (_, area: string, digit: string, letters: string) =>
      `${area} ${DIGIT_FOR[digit.toUpperCase()] ?? digit}${letters.replace(/[)\]]/, 'J')}`,
  )
}

function dateOf<Line>(lines: readonly LetterLine<Line>[], today: PlainDate): ReadLetter<Line>['issuedOn'] {
  const dated = lines.flatMap(({ text, line }, at) => {
    const value = printedDate(text)
    if (!value || value > addDays(today, 1) || (NOT_DATED.test(text) && !DATED.test(text))) return []
    const isNamed = DATED.test(text) || DATED.test(lines[at - 1]?.text ?? '')
    return [{ value, line, isNamed }]
  })
  const named = dated.filter(({ isNamed }) => isNamed)
  const [best] = (named.length > 0 ? named : dated).sort((a, b) => (a.value < b.value ? 1 : -1))
  return best ? { value: best.value, lines: [best.line] } : null
}
