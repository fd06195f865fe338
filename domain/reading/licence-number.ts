import type { PlainDate } from '#domain/plain-date.ts'
import { DIGIT_FOR, LETTER_FOR } from './alike-letters.ts'
import { comparable } from './compare-read.ts'

/** The other fields of a licence, as far as they were read. */
interface NumberOwner {
  surname: string | null
  givenNames: string | null
  birthDate: PlainDate | null
}

/** Five letters of the name, six digits, two initials, a digit, two letters. */
const LENGTH = 16
/** Its issue number follows, after a gap that may be missed. */
const NUMBER = new RegExp(`\\b([A-Z0-9]{${LENGTH}})(?:\\d{2})?\\b`)
/** Tells apart licences of people who are otherwise alike; it is nearly always this. */
const USUAL_PLACE = 13
const USUAL = '9'
const READ_FOR_USUAL = '0OQDGS'
/** Two of them; without a second name there is a 9. */
const FIRST_INITIAL = 11
const MALE_MONTHS = 12
const FEMALE_MORE = 50

/** Letters and digits that are mistaken for one another. */
const ALIKE = ['0ODQCG', '1ILJT', '2Z7', '5S8', '6G9', '8BS', '4A', '9GSQ', 'UVY', 'EF'] as const

/**
 * Returns the licence number in a line of print, with letters and digits where they have to be; null if there is none.
 */
export function licenceNumberIn(text: string): string | null {
  // It is printed in capitals.
  const printed = text.toUpperCase()
  const [, read] = NUMBER.exec(printed.replace(/\s+(?=\S{3,})/g, '')) ?? NUMBER.exec(printed) ?? []
  if (!read) return null
  const number = [...read].map((letter, place) => inItsPlace(letter, place)).join('')
  return /^[A-Z9]{5}/.test(number) && /[A-Z]{2}$/.test(number) ? number : null
}

function inItsPlace(letter: string, place: number): string {
  if (place >= 5 && place < 11) return DIGIT_FOR[letter] ?? letter
  if (place === USUAL_PLACE) return READ_FOR_USUAL.includes(letter) ? USUAL : (DIGIT_FOR[letter] ?? letter)
  // Nines pad short names and replace a missing initial.
  return letter === '9' && place < USUAL_PLACE ? letter : (LETTER_FOR[letter] ?? letter)
}

/**
 * Returns the number corrected by the name, date and initials on the rest of the licence, each only if all of it looks
 * alike.
 */
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
  const [first, second] = givenNames?.split(/[\s-]+/).map(initialOf) ?? []
  // A Q is usually the misread Ø of a name.
  if (first && first !== 'Q' && second !== 'Q') parts.push([FIRST_INITIAL, first + (second ?? '9')])
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

/** Whether the number starts with the name, as licences spell it. */
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

/**
 * Whether the number has the initials of the given names; a hyphenated name may count as one or as two, and a number
 * without a second initial says nothing of a second name.
 */
export function initialsFit(number: string, givenNames: string): boolean {
  const [first, second] = [number[FIRST_INITIAL], number[FIRST_INITIAL + 1]]
  const seconds = [givenNames.split(/[\s-]+/)[1], givenNames.split(/\s+/)[1]].map((name) => initialOf(name))
  return initialOf(givenNames) === first && (second === '9' || seconds.includes(second))
}

/** Returns the given names with an Ø in place of the Q it was read as, where the number has an O for it. */
export function correctedNames(number: string, givenNames: string): string {
  let at = FIRST_INITIAL
  return givenNames.replace(/[^\s-]+/g, (name) => (number[at++] === 'O' ? name.replace(/^Q/, 'Ø') : name))
}

function initialOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : lettersOf(name)[0]
}

/** Whether the number contains the birth date: decade, month (plus fifty for women), day and year. */
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
