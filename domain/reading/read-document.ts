import type { PageArea, ReadField, ReadValue } from '#contract/documents/readings.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import { asPrinted, compareWithPrint, type PrintComparison, surelyPrinted } from './code-and-print.ts'
import { around, printedPlace } from './printed-place.ts'
import type { RawReading, RawWord } from './raw-reading.ts'
import { type ReadCode, readCode } from './read-code.ts'
import { readLetter } from './read-letter.ts'
import { readLicence } from './read-licence.ts'

/** What a document says, as far as it was made out. */
export interface MadeOutDocument {
  values: ReadValue[]
  /** How many check digits of the code are right and wrong; null if there is no code. */
  digits: { right: number; wrong: number } | null
  /** How the print compares with the code; null if there is no code. */
  printed: PrintComparison | null
}

/** Names from a code with a lower likeness are not offered: no check digit proves them. */
const LEAST_SURE = 0.55
/** Anything that looks less like print is ignored. */
const LEAST_READ = 0.3

type Kind = 'id' | 'licence' | 'letter'

/** Interprets what the reader saw. A value without support is left out: an empty field is better than a wrong one. */
export function readDocument(raw: RawReading, kind: Kind, today: PlainDate): MadeOutDocument {
  const lines = linesOf(raw.words)
  if (kind === 'letter') return { values: letterValues(raw, lines, today), digits: null, printed: null }
  const code = readCode(
    raw.code.map(({ places }) => places),
    today,
  )
  if (code) return fromCode(code, raw)
  const values =
    kind === 'licence' ? licenceValues(lines, linesOf(raw.words, 0), today) : cardValues(raw.words, today)
  return { values, digits: null, printed: null }
}

interface Line {
  text: string
  confidence: number
  area: PageArea
}

function linesOf(words: readonly RawWord[], least = LEAST_READ): { text: string; line: Line }[] {
  return wordLines(words, least).map((parts) => {
    const text = parts.map((part) => part.text).join(' ')
    const confidence = parts.reduce((sum, part) => sum + part.confidence, 0) / parts.length
    return { text, line: { text, confidence, area: around(parts.map((part) => part.area)) } }
  })
}

function wordLines(words: readonly RawWord[], least = LEAST_READ): RawWord[][] {
  const seen = words.filter(({ confidence }) => confidence >= least)
  return [...Map.groupBy(seen, ({ area, line }) => `${area.page} ${line}`).values()]
}

function fromCode(code: ReadCode, raw: RawReading): MadeOutDocument {
  const lines = wordLines(raw.words)
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
    const found = text ? printedPlace(field, text, lines) : undefined
    const area = found ?? raw.code[row]?.area ?? null
    const cutOff = code.isCutOff && row === nameLine && { isCutOff: true }
    return text
      ? [{ field, value: text, source: 'code', proof, confidence: code.confidence, area, ...cutOff }]
      : []
  }
  const isSure = code.confidence >= LEAST_SURE
  // The print tells which of several possible numbers it is.
  const printed = code.numbers.find((each) => printedPlace('number', each, lines))
  const number = printed ?? code.number
  const isSureNumber = printed !== undefined || code.numbers.length <= 1
  const values = [
    ...value('surname', isSure ? asPrinted('surname', code.surname, raw.words) : null, nameLine),
    ...value('givenNames', isSure ? asPrinted('givenNames', code.givenNames, raw.words) : null, nameLine),
    ...value('birthDate', code.birthDate, dateLine, proofOf('birthDate')),
    ...value('number', number, numberLine, isSureNumber ? proofOf('number') : null),
    ...value('nationality', code.nationality, dateLine),
    ...value('expiresOn', code.expiresOn, dateLine, proofOf('expiresOn')),
  ]
  return {
    values,
    digits: { right: code.right.length, wrong: code.wrong.length },
    printed: compareWithPrint(values, raw.words),
  }
}

/** What a side without a code says, such as a card’s front. No one is born after today. */
function cardValues(words: readonly RawWord[], today: PlainDate): ReadValue[] {
  return surelyPrinted(words).filter(({ field, value }) => field !== 'birthDate' || value < today)
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
  // A licence's number proves the name and the birth date that it was derived from.
  const proof = (fits: boolean | null) => (fits === null ? null : fits ? 'right' : 'wrong')
  return [
    // It contains five letters of the name, and proves no more.
    ...value(
      'surname',
      read.surname,
      (read.surname?.value.length ?? 0) > 5 && read.fits.name ? null : proof(read.fits.name),
    ),
    // Initials prove no more than themselves, but others contradict the names.
    ...value('givenNames', read.givenNames, read.fits.initials === false ? 'wrong' : null),
    ...value('birthDate', read.birthDate, proof(read.fits.birthDate)),
    // Nothing proves its initials and last letters.
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
