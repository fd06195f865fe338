import type { PlainDate } from '#domain/plain-date.ts'
import { comparable } from './comparable.ts'
import { printedDate } from './printed-dates.ts'

export interface LicenceLine<Line> {
  text: string
  line: Line
}

/** What the front of a British driving licence says, each with the line that says it. */
export interface ReadLicence<Line> {
  surname: { value: string; line: Line } | null
  givenNames: { value: string; line: Line } | null
  birthDate: { value: PlainDate; line: Line } | null
  issuedOn: { value: PlainDate; line: Line } | null
  expiresOn: { value: PlainDate; line: Line } | null
  number: { value: string; line: Line } | null
  address: { value: string; line: Line } | null
  /** Whether the number fits the name and the birth date; null where one of them was not read. */
  fits: { name: boolean | null; birthDate: boolean | null }
}

/** Where fields begin: the numbers of the European licence, as print and its reading have them. */
const FIELD = /^[^A-Za-z0-9]*(1|2|3|4[ab]|4[hs]|5|8)\s*[.,\-—:\s]\s*(.+)$/
const NUMBER = /\b([A-Z0-9]{5}[A-Z0-9]{6}[A-Z0-9]{2}[A-Z0-9][A-Z]{2})\b/
const MALE_MONTHS = 12
const FEMALE_MORE = 50

/** Makes out a licence line by line. */
export function readLicence<Line>(lines: readonly LicenceLine<Line>[]): ReadLicence<Line> {
  const fields = new Map<string, LicenceLine<Line> & { at: number }>()
  for (const [at, { text, line }] of lines.entries()) {
    const [, name, value] = FIELD.exec(text.trim()) ?? []
    const field = name === '4h' ? '4b' : name === '4s' ? '4a' : name
    if (field && value && !fields.has(field)) fields.set(field, { text: value.trim(), line, at })
  }
  const word = (field: string) => {
    const found = fields.get(field)
    const value = found?.text
      .replace(/[^\p{L}\s'’-]/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
    return found && value ? { value, line: found.line } : null
  }
  const day = (field: string) => {
    const found = fields.get(field)
    const value = found && printedDate(found.text)
    return found && value ? { value, line: found.line } : null
  }
  const surname = word('1')
  const birthDate = day('3')
  const number = numberOf(fields.get('5')) ?? lines.map(numberOf).find((each) => each !== null) ?? null
  const address = fields.get('8')
  return {
    surname,
    givenNames: word('2'),
    birthDate,
    issuedOn: day('4a'),
    expiresOn: day('4b'),
    number,
    address: address
      ? {
          value: `${address.text} ${lines[address.at + 1]?.text ?? ''}`
            .replace(/[^\p{L}\d\s,.'-]/gu, '')
            .trim(),
          line: address.line,
        }
      : null,
    fits: {
      name: number && surname ? namesFit(number.value, surname.value) : null,
      birthDate: number && birthDate ? datesFit(number.value, birthDate.value) : null,
    },
  }
}

/** A number with each place made the kind that it has to be: five of the name, six digits, initials, a letter or digit, two letters. */
function numberOf<Line>(found: LicenceLine<Line> | undefined) {
  const [, read] =
    NUMBER.exec(found?.text.replace(/\s+(?=\S{3,})/g, '') ?? '') ?? NUMBER.exec(found?.text ?? '') ?? []
  if (!found || !read) return null
  const digits = [...read.slice(5, 11)].map((letter) => DIGITS[letter] ?? letter).join('')
  if (!/^\d{6}$/.test(digits)) return null
  const letters = [...read.slice(0, 5)]
    .map((letter) => (letter === '9' ? letter : (LETTERS[letter] ?? letter)))
    .join('')
  const initials = [...read.slice(11, 13)]
    .map((letter) => (letter === '9' ? letter : (LETTERS[letter] ?? letter)))
    .join('')
  return { value: letters + digits + initials + read.slice(13), line: found.line }
}

const DIGITS: Readonly<Record<string, string>> = {
  O: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
  D: '0',
}
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'O',
  '1': 'I',
  '2': 'Z',
  '5': 'S',
  '6': 'G',
  '8': 'B',
}

/** Whether the number begins with the name, as licences spell it. */
export function namesFit(number: string, surname: string): boolean {
  const start = number.slice(0, 5).replace(/9+$/, '')
  const letters = comparable(surname)
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  const withE = [...surname.toUpperCase()]
    .map((letter) => ({ Ä: 'AE', Ö: 'OE', Ü: 'UE', Ø: 'OE', Å: 'AA' })[letter] ?? letter)
    .join('')
  const spelled = comparable(withE)
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
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
