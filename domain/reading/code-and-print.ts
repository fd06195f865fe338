import { states } from 'mrz'
import type { ReadField, ReadValue } from '#contract/documents/readings.ts'
import { slipsBetween } from '#domain/screening/screening-similarity.ts'
import { DIGIT_FOR } from './alike-letters.ts'
import { comparable, comparableName, isBeginning } from './compare-read.ts'
import { printedDates } from './printed-dates.ts'
import { around } from './printed-place.ts'
import type { RawWord } from './raw-reading.ts'

/**
 * How a page's print compares with its code: the same, or certainly different. Fields that were not made out are in
 * neither.
 */
export interface PrintComparison {
  fits: ReadField[]
  differs: ReadField[]
  /** What the print says where it differs; absent in readings of an earlier version. */
  says?: Partial<Record<ReadField, string>>
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
  expiresOn: /(^|\/)(expir\w+|until|caducidad)\b/i,
  nationality: /(^|\/)(nationalit[yé]|nacionalidad)/i,
}
const CAPTIONED = Object.keys(CAPTIONS) as ReadField[]
const DATE = /^(date|fecha|valid)/i

/**
 * Compares a code with the print above it. A page differs if a value in the right place was read with certainty and is
 * not the code’s, which its own check digit proves if it has one.
 */
export function compareWithPrint(values: readonly ReadValue[], words: readonly RawWord[]): PrintComparison {
  const lines = linesOf(words)
  return comparisonOf(
    values.flatMap((value) => {
      const printed = firstPrinted(value.field, lines)
      return printed ? [{ value, other: printed.text, isSure: isSure(printed) }] : []
    }),
  )
}

/**
 * Compares the two sides of a document field by field: a code on one with what the other prints, or the same print on
 * both. They differ if both were read with certainty, and by more than misread letters.
 */
export function compareSides(
  values: readonly ReadValue[],
  otherSide: readonly ReadValue[],
): Required<PrintComparison> {
  return comparisonOf(
    values.flatMap((value) => {
      const other = otherSide.find(({ field }) => field === value.field)
      if (!other) return []
      // A code has room for part of a name, and proves itself.
      const [code, beside] =
        other.source === 'code' && value.source !== 'code' ? [other, value] : [value, other]
      return [{ value: code, other: beside.value, isSure: isCertain(beside), says: other.value }]
    }),
  )
}

/** What a page without a code, such as a card’s front, certainly prints below the captions of the standard. */
export function surelyPrinted(words: readonly RawWord[]): ReadValue[] {
  const lines = linesOf(words)
  return CAPTIONED.flatMap((field) => {
    const printed = firstPrinted(field, lines)
    if (!printed || !isSure(printed)) return []
    const confidence = Math.min(...printed.words.map((word) => word.confidence))
    const area = around(printed.words.map((word) => word.area))
    return [{ field, value: printed.text, source: 'print' as const, proof: null, confidence, area }]
  })
}

interface ComparedValue {
  value: ReadValue
  /** What the print, or the other side, has for the same field. */
  other: string
  isSure: boolean
  /** What is said to differ, if that isn’t `other`. */
  says?: string
}

function comparisonOf(found: readonly ComparedValue[]): Required<PrintComparison> {
  const compared = found.map((each) => ({ ...each, fits: isSameAs(each) }))
  const of = (wanted: boolean) =>
    compared.flatMap(({ value, fits }) => (fits === wanted ? [value.field] : []))
  const says = Object.fromEntries(
    compared.flatMap(({ value, other, fits, says = other }) => (fits === false ? [[value.field, says]] : [])),
  )
  return { fits: of(true), differs: of(false), says }
}

/** Whether a value is the other one; null if one of them may be misread. */
function isSameAs({ value, other, isSure }: ComparedValue): boolean | null {
  if (isSame(value, other)) return true
  return isSure && isCertain(value) && isAnother(value, other) ? false : null
}

/** Whether a value was surely read: a number or date in a code is proved by its check digit, print by its letters. */
function isCertain({ field, source, proof, confidence }: ReadValue): boolean {
  if (source !== 'code') return proof !== 'wrong' && confidence >= LEAST_SURE
  const isChecked = field === 'number' || field === 'birthDate' || field === 'expiresOn'
  return !isChecked || proof === 'right'
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

/** Returns the first value that is printed below one of a field’s captions. */
function firstPrinted(field: ReadField, lines: readonly Line[]): Printed | null {
  return (
    placesOf(field, lines)
      .map((below) => printedIn(field, below))
      .find((printed) => printed !== null) ?? null
  )
}

/** Returns what is below each caption of a field. */
function placesOf(field: ReadField, lines: readonly Line[]): Line[] {
  const caption = CAPTIONS[field]
  if (!caption) return []
  return lines.flatMap((line, at) =>
    line.flatMap((word, index) => {
      if (!caption.test(word.text)) return []
      // “Date of birth” and “Valid until” start before the word that identifies it.
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
