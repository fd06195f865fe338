import type { PageArea, ReadField, ReadValue } from '#contract/documents/readings.ts'
import { addDays, type PlainDate } from '#domain/plain-date.ts'
import { comparableName } from './compare-read.ts'
import { printedDate } from './printed-dates.ts'
import type { RawReading, RawWord } from './raw-reading.ts'
import { type ReadCode, readCode } from './read-code.ts'
import { readLicence } from './read-licence.ts'

/** What a document says, as far as it was made out. */
export interface MadeOutDocument {
  values: ReadValue[]
  /** Which check digits of the code are right and which are not; null where there is no code. */
  digits: { right: number; wrong: number } | null
  /** Whether the print says what the code says, as far as both were read; null where nothing could be compared. */
  printFits: boolean | null
}

/** Of a code whose letters look less alike, names are not offered: nothing proves them. */
const LEAST_SURE = 0.55
/** What looks less like print is none. */
const LEAST_READ = 0.3

type Kind = 'id' | 'licence' | 'letter'

/** Makes out what the reader saw. A value without a ground is left out: an empty field is better than a wrong one. */
export function readDocument(raw: RawReading, kind: Kind, today: PlainDate): MadeOutDocument {
  const lines = linesOf(raw.words)
  if (kind === 'letter') return { values: letterValues(raw, lines, today), digits: null, printFits: null }
  const code = readCode(
    raw.code.map(({ places }) => places),
    today,
  )
  if (code) return fromCode(code, raw, lines)
  const values = kind === 'licence' ? licenceValues(lines, linesOf(raw.words, 0), today) : []
  return { values, digits: null, printFits: null }
}

interface Line {
  text: string
  confidence: number
  area: PageArea
}

function linesOf(words: readonly RawWord[], least = LEAST_READ): { text: string; line: Line }[] {
  const lines = new Map<string, RawWord[]>()
  for (const word of words) {
    if (word.confidence < least) continue
    const key = `${word.area.page} ${word.line}`
    lines.set(key, [...(lines.get(key) ?? []), word])
  }
  return [...lines.values()].map((parts) => {
    const text = parts.map((part) => part.text).join(' ')
    const confidence = parts.reduce((sum, part) => sum + part.confidence, 0) / parts.length
    return { text, line: { text, confidence, area: around(parts.map((part) => part.area)) } }
  })
}

/** The smallest part of the page that holds all of them. */
export function around(areas: readonly PageArea[]): PageArea {
  const left = Math.min(...areas.map((area) => area.left))
  const top = Math.min(...areas.map((area) => area.top))
  const right = Math.max(...areas.map((area) => area.left + area.width))
  const bottom = Math.max(...areas.map((area) => area.top + area.height))
  return { page: areas[0]?.page ?? 1, left, top, width: right - left, height: bottom - top }
}

function fromCode(code: ReadCode, raw: RawReading, lines: { text: string; line: Line }[]): MadeOutDocument {
  const isWhole = code.right.includes('all')
  const proofOf = (check: 'number' | 'birthDate' | 'expiresOn') =>
    code.wrong.includes(check) ? 'wrong' : code.right.includes(check) && isWhole ? 'right' : null
  const nameLine = code.format === 'TD1' ? 2 : 0
  const dateLine = code.format === 'TD1' ? 1 : 1
  const numberLine = code.format === 'TD1' ? 0 : 1
  const value = (
    field: ReadField,
    text: string | null,
    row: number,
    proof: ReadValue['proof'] = null,
  ): ReadValue[] => {
    const found = text ? printedBeside(field, text, lines) : undefined
    const area = found?.area ?? raw.code[row]?.area ?? null
    return text ? [{ field, value: text, source: 'code', proof, confidence: code.confidence, area }] : []
  }
  const isSure = code.confidence >= LEAST_SURE
  // What the page prints says which of several possible numbers it is.
  const printed = code.numbers.find((each) => printedBeside('number', each, lines))
  const number = printed ?? code.number
  const isSureNumber = printed !== undefined || code.numbers.length <= 1
  const values = [
    ...value('surname', isSure ? code.surname : null, nameLine),
    ...value('givenNames', isSure ? code.givenNames : null, nameLine),
    ...value('birthDate', code.birthDate, dateLine, proofOf('birthDate')),
    ...value('number', number, numberLine, isSureNumber ? proofOf('number') : null),
    ...value('nationality', code.nationality, dateLine),
    ...value('expiresOn', code.expiresOn, dateLine, proofOf('expiresOn')),
  ]
  return {
    values,
    digits: { right: code.right.length, wrong: code.wrong.length },
    printFits: fitsPrint(code, lines),
  }
}

/** The line of print that says the same as the code: a person reads that one. */
function printedBeside(
  field: ReadField,
  value: string,
  lines: readonly { text: string; line: Line }[],
): Line | undefined {
  const isDate = field === 'birthDate' || field === 'expiresOn'
  return lines.find(({ text }) =>
    text.includes('<')
      ? false
      : isDate
        ? datesIn(text).includes(value)
        : ` ${comparableName(text)} `.includes(` ${comparableName(value)} `),
  )?.line
}

function datesIn(text: string): string[] {
  const found = printedDate(text)
  const rest = found ? text.replace(/^.*?\d{4}/, '') : ''
  return found ? [found, ...datesIn(rest)] : []
}

/** Compares what both parts say; a date of the print that is none of the code’s, where both of the code’s are missing, differs. */
function fitsPrint(code: ReadCode, lines: readonly { text: string; line: Line }[]): boolean | null {
  const print = lines
    .filter(({ text, line }) => !text.includes('<') && line.confidence > 0.7)
    .map(({ text }) => text)
  const dates = print.flatMap(datesIn)
  if (dates.length < 3 || !code.birthDate || !code.expiresOn) return null
  return dates.includes(code.birthDate) && dates.includes(code.expiresOn)
}

function licenceValues(
  lines: { text: string; line: Line }[],
  faint: { text: string; line: Line }[],
  today: PlainDate,
): ReadValue[] {
  const read = readLicence(lines, today, faint)
  const value = (
    field: ReadField,
    found: { value: string; line: Line } | null,
    proof: ReadValue['proof'] = null,
  ): ReadValue[] =>
    found
      ? [
          {
            field,
            value: found.value,
            source: 'print',
            proof,
            confidence: found.line.confidence,
            area: found.line.area,
          },
        ]
      : []
  // A licence's number proves the name and the birth date that it was made of.
  const proof = (fits: boolean | null) => (fits === null ? null : fits ? 'right' : 'wrong')
  return [
    // It holds five letters of the name, and proves no more.
    ...value(
      'surname',
      read.surname,
      (read.surname?.value.length ?? 0) > 5 && read.fits.name ? null : proof(read.fits.name),
    ),
    ...value('givenNames', read.givenNames),
    ...value('birthDate', read.birthDate, proof(read.fits.birthDate)),
    // Its initials and last letters are proved by nothing.
    ...value('number', read.number),
    ...value('issuedOn', read.issuedOn),
    ...value('expiresOn', read.expiresOn),
    ...value('address', read.address),
  ]
}

function letterValues(raw: RawReading, lines: { text: string; line: Line }[], today: PlainDate): ReadValue[] {
  const read = readLetter(lines, today)
  return (['name', 'address', 'issuedOn', 'issuer'] as const).flatMap((field) => {
    const found = read[field]
    if (!found) return []
    const confidence = Math.min(...found.lines.map((line) => line.confidence))
    const area = around(found.lines.map((line) => line.area))
    return [
      {
        field,
        value: found.value,
        source: raw.isText ? ('text' as const) : ('print' as const),
        proof: null,
        confidence,
        area,
      },
    ]
  })
}

interface LetterLine<Line> {
  text: string
  line: Line
}

/** What a bank statement or a bill says of whom it was sent to, each with its lines. */
interface ReadLetter<Line> {
  name: { value: string; lines: Line[] } | null
  address: { value: string; lines: Line[] } | null
  issuedOn: { value: PlainDate; lines: Line[] } | null
  issuer: { value: string; lines: Line[] } | null
}

const POSTCODE = /\b([A-Z]{1,2}[0-9OI][0-9A-ZOI]?)\s?([0-9OI][A-Z]{2})\b/
const STREET = /^\s*(flat|unit|apartment|the\s|\d+[a-z]?\b)/i
const DATED = /\b(date|dated|issued|statement|bill|prepared)\b/i
/** What is due or ends later is no day of a letter. */
const NOT_DATED = /\b(due|by|until|next|expires|pay)\b/i
const ADDRESS_LINES = 5

/**
 * Makes out a letter: the block that ends in a postcode is the address, with the name on top; the date is that of a line that says so,
 * or the newest that is not ahead; the first line above is from whom it is.
 */
export function readLetter<Line>(lines: readonly LetterLine<Line>[], today: PlainDate): ReadLetter<Line> {
  const last = lines.findIndex(({ text }) => /\d/.test(POSTCODE.exec(text.toUpperCase())?.[0] ?? ''))
  const block = last < 0 ? [] : blockAbove(lines, last)
  const first = block.findIndex(({ text }) => STREET.test(text))
  const street = first < 0 ? Math.min(1, block.length - 1) : first
  const [name] = street > 0 ? block.slice(street - 1, street) : []
  const address = block.slice(Math.max(0, street))
  const issuer = lines.find(({ text }) => /[A-Za-z]{3}/.test(text) && !/specimen/i.test(text))
  return {
    name: name ? { value: name.text.replace(/[^\p{L}\s'’.-]/gu, '').trim(), lines: [name.line] } : null,
    address:
      address.length > 0
        ? {
            value: address.map(({ text }) => text.replace(/[,\s]+$/, '')).join(', '),
            lines: address.map(({ line }) => line),
          }
        : null,
    issuedOn: dateOf(lines, today),
    issuer: issuer && issuer !== name ? { value: issuer.text.trim(), lines: [issuer.line] } : null,
  }
}

function blockAbove<Line>(lines: readonly LetterLine<Line>[], last: number): LetterLine<Line>[] {
  return lines
    .slice(Math.max(0, last - ADDRESS_LINES + 1), last + 1)
    .filter(({ text }) => /[A-Za-z0-9]/.test(text) && !/specimen/i.test(text))
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
