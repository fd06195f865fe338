import { states } from 'mrz'
import type { ReadField, ReadValue } from '#contract/documents/readings.ts'
import { slipsBetween } from '#domain/screening/screening-similarity.ts'
import { DIGIT_FOR } from './alike-letters.ts'
import { comparable, comparableName, isBeginning } from './compare-read.ts'
import { printedDates } from './printed-dates.ts'
import type { RawWord } from './raw-reading.ts'

/**
 * How a page's print compares with its code: the same, or certainly different. Fields that were not made out are in
 * neither.
 */
export interface PrintComparison {
  fits: ReadField[]
  differs: ReadField[]
}

/** Words with a lower confidence may be misread. */
const LEAST_SURE = 0.8
/** A name that differs in fewer letters may be misread, possibly in the code: no check digit proves it there. */
const LEAST_SLIPS = 2
/** How far left of its caption a value may start, as a fraction of the picture's width: a page may be skewed. */
const ASKEW = 0.03
/** How many lines below its caption a value is searched for: remains of a portrait may form a line of their own. */
const LINES_BELOW = 2

type Line = readonly RawWord[]

/** The captions above a value, in the three languages of which the standard requires one (ICAO 9303, part 3). */
const CAPTIONS: Partial<Record<ReadField, RegExp>> = {
  surname: /(^|\/)(surname|nom|apellidos?)\b/i,
  givenNames: /(^|\/)(given|pr[ée]noms?|nombres?)\b/i,
  number: /(^|\/)(passport|passeport|pasaporte|document|documento|card)\b/i,
  birthDate: /(^|\/)(birth|naissance|nacimiento)\b/i,
  expiresOn: /(^|\/)(expir\w+|caducidad)\b/i,
  nationality: /(^|\/)(nationalit[yé]|nacionalidad)/i,
}
const DATE = /^(date|fecha)/i

/**
 * Compares a code with the print above it. A page differs if a value in the right place was read with certainty and is
 * not the code’s, which its own check digit proves if it has one.
 */
export function compareWithPrint(values: readonly ReadValue[], words: readonly RawWord[]): PrintComparison {
  const lines = linesOf(words)
  const found = values.map((value) => [value.field, compared(value, lines)] as const)
  const of = (wanted: boolean) => found.flatMap(([field, fits]) => (fits === wanted ? [field] : []))
  return { fits: of(true), differs: of(false) }
}

/**
 * Returns a code's name as the page prints it, if they differ only in D and O: these look alike in the codes' typeface,
 * and no check digit proves a name.
 */
export function asPrinted(field: 'surname' | 'givenNames', name: string, words: readonly RawWord[]): string {
  const rounded = (text: string) => letters(text).replaceAll('d', 'o')
  const found = placesOf(field, linesOf(words))
    .map((below) => printedIn(field, below))
    .find((printed) => printed && isSure(printed) && rounded(printed.text) === rounded(name))
  return found && letters(found.text) !== letters(name) ? found.text : name
}

function linesOf(words: readonly RawWord[]): Line[] {
  return [...Map.groupBy(words, ({ area, line }) => `${area.page} ${line}`).values()]
}

function isSure({ words }: Printed): boolean {
  return words.every(({ confidence }) => confidence >= LEAST_SURE)
}

function compared(value: ReadValue, lines: readonly Line[]): boolean | null {
  const isChecked = value.field === 'number' || value.field === 'birthDate' || value.field === 'expiresOn'
  for (const below of placesOf(value.field, lines)) {
    const printed = printedIn(value.field, below)
    if (!printed) continue
    if (isSame(value, printed.text)) return true
    const mayDiffer = isSure(printed) && (!isChecked || value.proof === 'right')
    return mayDiffer && isAnother(value, printed.text) ? false : null
  }
  return null
}

/** Returns what is below each caption of a field. */
function placesOf(field: ReadField, lines: readonly Line[]): Line[] {
  const caption = CAPTIONS[field]
  if (!caption) return []
  return lines.flatMap((line, at) =>
    line.flatMap((word, index) => {
      if (!caption.test(word.text)) return []
      // “Date of birth” starts before the word that identifies it.
      const start = line.slice(Math.max(0, index - 2), index).find(({ text }) => DATE.test(text)) ?? word
      return lines
        .slice(at + 1, at + 1 + LINES_BELOW)
        .map((below) => below.filter(({ area }) => area.left >= start.area.left - ASKEW))
    }),
  )
}

interface Printed {
  text: string
  words: Line
}

/** Returns a field's value among words that start at its position. */
function printedIn(field: ReadField, words: Line): Printed | null {
  switch (field) {
    case 'surname':
    case 'givenNames':
      return named(words)
    case 'number':
      return joined(words.slice(0, 1).filter(({ text }) => /^(?=.*\d{4})[A-Z0-9]{6,9}$/.test(text)))
    case 'nationality':
      return joined(words.slice(0, 1).filter(({ text }) => Object.hasOwn(states, text)))
    default: {
      const [date] = printedDates(words.map(({ text }) => text).join(' '))
      return date ? { text: date, words: words.slice(0, 3) } : null
    }
  }
}

/**
 * Returns a name in capitals. A word with other characters among its letters is a misread part of it, so nothing is
 * certain.
 */
function named(words: Line): Printed | null {
  const found = joined(words.filter(({ text }) => /^[\p{Lu}’'-]{2,}$/u.test(text)))
  return found && { ...found, words: words.filter(({ text }) => /\p{L}{2}/u.test(text)).map(unsureOf) }
}

function unsureOf(word: RawWord): RawWord {
  return /^[\p{Lu}’'-]+$/u.test(word.text) ? word : { ...word, confidence: 0 }
}

function joined(words: Line): Printed | null {
  return words.length > 0 ? { text: words.map(({ text }) => text).join(' '), words } : null
}

function isSame({ field, value, isCutOff }: ReadValue, printed: string): boolean {
  switch (field) {
    case 'surname':
    case 'givenNames':
      return letters(value) === letters(printed) || (isCutOff === true && isBeginning(value, printed))
    default:
      return comparable(value) === comparable(printed)
  }
}

/** Whether it differs by more than misread letters. */
function isAnother({ field, value }: ReadValue, printed: string): boolean {
  if (field === 'number') return inDigits(value) !== inDigits(printed)
  if (field === 'surname' || field === 'givenNames')
    return slipsBetween(letters(value), letters(printed)) >= LEAST_SLIPS
  return true
}

function letters(name: string): string {
  return comparableName(name).replaceAll(' ', '')
}

function inDigits(number: string): string {
  return [...number.toUpperCase()].map((letter) => DIGIT_FOR[letter] ?? letter).join('')
}
