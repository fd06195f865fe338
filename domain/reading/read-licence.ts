import { addMonths, type PlainDate } from '#domain/plain-date.ts'
import { comparable } from './compare-read.ts'
import { printedDate } from './printed-dates.ts'

export interface LicenceLine<Line> {
  text: string
  line: Line
}

interface Found<Value, Line> {
  value: Value
  line: Line
}

/** What the front of a British driving licence says, each with the line that says it. */
export interface ReadLicence<Line> {
  surname: Found<string, Line> | null
  givenNames: Found<string, Line> | null
  birthDate: Found<PlainDate, Line> | null
  issuedOn: Found<PlainDate, Line> | null
  expiresOn: Found<PlainDate, Line> | null
  number: Found<string, Line> | null
  address: Found<string, Line> | null
  /** Whether the number fits the name and the birth date; null where one of them was not read, or the number was corrected by it. */
  fits: { name: boolean | null; birthDate: boolean | null }
}

/** Where fields begin: the numbers of the European licence with their dot, after what the edge of the card and its portrait are taken for. */
const FIELD = /^(?:\S{1,3}\s+){0,4}[^A-Za-z0-9]*(1|2|3|4[abhs26]|5|8)\s*[.:]+\s*(.+)$/
/** The same where the dot was not read. */
const DOTLESS = /^[^A-Za-z0-9]*(1|2|3|4[abhs]|5|8)[\s\-—]+(.+)$/
/** The letters of 4a and 4b, as they are read. */
const MARKS: Readonly<Record<string, string>> = { '4h': '4b', '46': '4b', '4s': '4a', '42': '4a' }
const MOST_MONTHS = 120
const IN_CAPITALS = /^[\p{Lu}\s'’-]+$/u
/** The heading, beside which the edge of the card may be read as a number. */
const HEADING = /LICEN[CS]E/

/** Makes out a licence line by line. `faint` are the lines with what looks less like words, as a number does. */
export function readLicence<Line>(
  lines: readonly LicenceLine<Line>[],
  faint: readonly LicenceLine<Line>[] = lines,
): ReadLicence<Line> {
  const [fields, faintFields] = [fieldsOf(lines), fieldsOf(faint)]
  const [read, hardlyRead] = [datesOf(lines, fields), datesOf(faint, faintFields)]
  const number = numberOf(fields.get('5')) ?? firstOf(lines, numberOf)
  const seen = number ?? firstOf(faint, numberOf)
  // What was hardly read counts where something else on the licence says the same.
  const fitsNumber = (name: string) => !!seen && IN_CAPITALS.test(name) && namesFit(seen.value, name)
  const surname = wordOf(fields.get('1')) ?? onlyIf(wordOf(faintFields.get('1')), fitsNumber)
  const givenNames = wordOf(fields.get('2'))
  const dates = {
    birthDate: read.birthDate ?? onlyIf(hardlyRead.birthDate, (date) => !!seen && datesFit(seen.value, date)),
    issuedOn: read.issuedOn,
    expiresOn:
      read.expiresOn ?? onlyIf(hardlyRead.expiresOn, (date) => isTerm(hardlyRead.issuedOn?.value, date)),
  }
  const owner = {
    surname: surname?.value ?? null,
    givenNames: givenNames?.value ?? null,
    birthDate: dates.birthDate?.value ?? null,
  }
  const corrected = seen && { ...seen, value: correctedNumber(seen.value, owner) }
  /** A corrected number doesn’t prove what it was corrected by. */
  const proofOf = <Value>(
    found: Found<Value, Line> | null,
    holds: (number: string, value: Value) => boolean,
  ) => {
    if (!seen || !corrected || !found) return null
    if (holds(seen.value, found.value)) return true
    return holds(corrected.value, found.value) ? null : false
  }
  const fits = { name: proofOf(surname, namesFit), birthDate: proofOf(dates.birthDate, datesFit) }
  // What was hardly read is a number only where it says what the rest says.
  const isKept = number !== null || (corrected && surname && namesFit(corrected.value, surname.value))
  const address = fields.get('8')
  return {
    surname,
    givenNames,
    ...dates,
    number: isKept ? corrected : null,
    address: address
      ? {
          value: `${address.text} ${lines[address.at + 1]?.text ?? ''}`
            .replace(/[^\p{L}\d\s,.'-]/gu, '')
            .trim(),
          line: address.line,
        }
      : null,
    fits: isKept ? fits : { name: null, birthDate: null },
  }
}

function wordOf<Line>(found: LicenceLine<Line> | undefined): Found<string, Line> | null {
  const value = found?.text
    .replace(/[^\p{L}\s'’-]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return found && value ? { value, line: found.line } : null
}

function onlyIf<Value, Line>(
  found: Found<Value, Line> | null,
  holds: (value: Value) => boolean,
): Found<Value, Line> | null {
  return found && holds(found.value) ? found : null
}

/** Whether a licence may be valid between two days: a photo of its holder counts for ten years. */
function isTerm(from: PlainDate | undefined, to: PlainDate): boolean {
  return from !== undefined && to > from && to <= addMonths(from, MOST_MONTHS)
}

type Field<Line> = LicenceLine<Line> & { at: number }

/** The first line of each field; one with its dot before one without. */
function fieldsOf<Line>(lines: readonly LicenceLine<Line>[]): ReadonlyMap<string, Field<Line>> {
  const fields = new Map<string, Field<Line>>()
  for (const pattern of [FIELD, DOTLESS])
    for (const [at, { text, line }] of lines.entries()) {
      const [, mark = '', value] = HEADING.test(text) ? [] : (pattern.exec(text.trim()) ?? [])
      const field = MARKS[mark] ?? mark
      if (value && !fields.has(field)) fields.set(field, { text: value.trim(), line, at })
    }
  return fields
}

/** The three dates; one whose number was not read by its place beside the date of issue. */
function datesOf<Line>(lines: readonly LicenceLine<Line>[], fields: ReadonlyMap<string, Field<Line>>) {
  const dated = (found: LicenceLine<Line> | undefined): Found<PlainDate, Line> | null => {
    const value = found && printedDate(found.text)
    return found && value ? { value, line: found.line } : null
  }
  const issuedOn = dated(fields.get('4a'))
  const beside = (step: 1 | -1) => {
    const found = issuedOn && dated(lines[(fields.get('4a')?.at ?? 0) + step])
    if (!found) return null
    return found.value > issuedOn.value === step > 0 ? found : null
  }
  return {
    birthDate: dated(fields.get('3')) ?? beside(-1),
    issuedOn,
    expiresOn: dated(fields.get('4b')) ?? beside(1),
  }
}

function numberOf<Line>(found: LicenceLine<Line> | undefined): Found<string, Line> | null {
  const value = found && licenceNumberIn(found.text)
  return found && value && /^\d{6}$/.test(value.slice(5, 11)) ? { value, line: found.line } : null
}

function firstOf<Line, Value>(
  lines: readonly LicenceLine<Line>[],
  read: (line: LicenceLine<Line>) => Found<Value, Line> | null,
): Found<Value, Line> | null {
  for (const line of lines) {
    const found = read(line)
    if (found) return found
  }
  return null
}

/** What else a licence says, as far as it was read. */
interface NumberOwner {
  surname: string | null
  givenNames: string | null
  birthDate: PlainDate | null
}

/** Five of the name, six digits, two initials, a digit, two letters. */
const LENGTH = 16
/** Its issue number follows it, after a gap that may be missed. */
const NUMBER = new RegExp(`\\b([A-Z0-9]{${LENGTH}})(?:\\d{2})?\\b`)
/** Between licences of people who are otherwise alike; it is nearly always this. */
const USUAL_PLACE = 13
const USUAL = '9'
const READ_FOR_USUAL = '0OQDGS'
const MALE_MONTHS = 12
const FEMALE_MORE = 50

const DIGITS: Readonly<Record<string, string>> = {
  O: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
  D: '0',
  Q: '0',
}
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'O',
  '1': 'I',
  '2': 'Z',
  '5': 'S',
  '6': 'G',
  '8': 'B',
}
/** Letters and digits that are read for one another. */
const ALIKE = ['0ODQCG', '1ILJT', '2Z7', '5S8', '6G9', '8BS', '4A', '9GSQ', 'UVY', 'EF'] as const

/** The number of a line of print, its letters and digits where they have to be; null where there is none. */
export function licenceNumberIn(text: string): string | null {
  const [, read] = NUMBER.exec(text.replace(/\s+(?=\S{3,})/g, '')) ?? NUMBER.exec(text) ?? []
  if (!read) return null
  const number = [...read].map((letter, place) => inItsPlace(letter, place)).join('')
  return /^[A-Z9]{5}/.test(number) && /[A-Z]{2}$/.test(number) ? number : null
}

function inItsPlace(letter: string, place: number): string {
  if (place >= 5 && place < 11) return DIGITS[letter] ?? letter
  if (place === USUAL_PLACE) return READ_FOR_USUAL.includes(letter) ? USUAL : (DIGITS[letter] ?? letter)
  // Nines fill up short names and stand for a missing initial.
  return letter === '9' && place < USUAL_PLACE ? letter : (LETTERS[letter] ?? letter)
}

/** The number with its name, its date and its initials as the rest of the licence asks for them, each where all of it looks like that. */
export function correctedNumber(number: string, owner: NumberOwner): string {
  let corrected = number
  for (const [from, wanted] of wantedParts(number, owner)) {
    const isAlike = [...wanted].every((letter, at) => areAlike(letter, number[from + at] ?? ''))
    if (isAlike) corrected = corrected.slice(0, from) + wanted + corrected.slice(from + wanted.length)
  }
  return corrected
}

function wantedParts(number: string, { surname, givenNames, birthDate }: NumberOwner): [number, string][] {
  const parts: [number, string][] = []
  if (surname) parts.push([0, lettersOf(surname).slice(0, 5).padEnd(5, '9')])
  if (birthDate) {
    const isFemale = ['5', '6'].includes(number[6] ?? '')
    const month = Number(birthDate.slice(5, 7)) + (isFemale ? FEMALE_MORE : 0)
    parts.push([5, `${birthDate[2]}${String(month).padStart(2, '0')}${birthDate.slice(8)}${birthDate[3]}`])
  }
  const [first, second] = givenNames?.split(/[\s-]+/).map((name) => lettersOf(name)[0]) ?? []
  // A Q is most often the Ø of a name that was misread.
  if (first && first !== 'Q' && second !== 'Q') parts.push([11, first + (second ?? '9')])
  return parts
}

function areAlike(a: string, b: string): boolean {
  return a === b || ALIKE.some((group) => group.includes(a) && group.includes(b))
}

function lettersOf(name: string): string {
  return comparable(name)
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
}

/** Whether the number begins with the name, as licences spell it. */
export function namesFit(number: string, surname: string): boolean {
  const start = number.slice(0, 5).replace(/9+$/, '')
  const letters = lettersOf(surname)
  const withE = [...surname.toUpperCase()]
    .map((letter) => ({ Ä: 'AE', Ö: 'OE', Ü: 'UE', Ø: 'OE', Å: 'AA' })[letter] ?? letter)
    .join('')
  const spelled = lettersOf(withE)
  const plain = (text: string) => text.replace(/([AOU])E/g, '$1').replace(/AA/g, 'A')
  return (
    letters.startsWith(start) ||
    spelled.startsWith(start) ||
    (plain(start) !== start && letters.startsWith(plain(start)))
  )
}

/** Whether the number holds the birth date: decade, month (fifty more for women), day and year. */
export function datesFit(number: string, birthDate: PlainDate): boolean {
  const [decade, month, day, year] = [number[5], Number(number.slice(6, 8)), number.slice(8, 10), number[10]]
  const real = month > MALE_MONTHS ? month - FEMALE_MORE : month
  return (
    decade === birthDate[2] &&
    year === birthDate[3] &&
    day === birthDate.slice(8) &&
    real === Number(birthDate.slice(5, 7))
  )
}
