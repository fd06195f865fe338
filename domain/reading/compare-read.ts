import type { ReadField } from '#contract/documents/readings.ts'
import { isSameName, LATIN_LETTERS } from '#domain/person-name.ts'

/**
 * `same`: identical except for capitals; `fits`: only accents, order, titles or spaces differ, which does not count as
 * a difference.
 */
export interface Comparison {
  kind: 'same' | 'fits' | 'differs'
}

/**
 * Compares what was declared with what was read, completely or as far as a code had room; null if one of them is
 * missing.
 */
export function compareRead(
  field: ReadField,
  declared: string | null,
  read: string,
  isCutOff = false,
): Comparison | null {
  if (!declared?.trim() || !read.trim()) return null
  const [ours, theirs] = [declared, read].map((text) => text.toLowerCase().replace(/\s+/g, ' ').trim())
  if (ours === theirs) return { kind: 'same' }
  if (comparable(declared) === comparable(read)) return { kind: 'fits' }
  if (isCutOff && isBeginning(read, declared)) return { kind: 'fits' }
  return { kind: fits(field, declared, read) ? 'fits' : 'differs' }
}

function fits(field: ReadField, declared: string, read: string): boolean {
  switch (field) {
    case 'surname':
    case 'givenNames':
      return sorted(declared) === sorted(read)
    case 'name':
      return isSameName(read, declared) || isSameName(declared, read) || hasInitials(read, declared)
    case 'address':
      // A letter omits the country, and may or may not include the county; every number has to be the same.
      return missing(read, declared).length === 0 && missing(declared, read).every((word) => !/\d/.test(word))
    case 'number':
      return comparable(declared).replaceAll(' ', '') === comparable(read).replaceAll(' ', '')
    case 'birthDate':
    case 'nationality':
    case 'issuedOn':
    case 'expiresOn':
    case 'issuer':
      return false
    default:
      return field satisfies never
  }
}

/**
 * Whether `short` is a truncated `whole`: a code without room drops letters at the ends of words, and whole words (ICAO
 * 9303, part 3).
 */
export function isBeginning(short: string, whole: string): boolean {
  const rest = comparableName(whole).split(' ')
  return comparableName(short)
    .split(' ')
    .every((word) => {
      const at = rest.findIndex((name) => name.startsWith(word))
      rest.splice(0, at + 1)
      return at >= 0
    })
}

/** Whether “S Marchetti” is Sofia Marchetti: the same last name, and only initial letters of the others. */
function hasInitials(short: string, full: string): boolean {
  const [words, names] = [comparableName(short).split(' '), comparableName(full).split(' ')]
  const said = words.filter((word, at) => at > 0 || !TITLES.has(word))
  return (
    said.at(-1) === names.at(-1) &&
    said.length > 1 &&
    said.every((word) => names.some((name) => name === word || (word.length === 1 && name.startsWith(word))))
  )
}

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr'])

function sorted(name: string): string {
  return comparableName(name).split(' ').toSorted().join(' ')
}

/** Returns words of one text that are missing in the other; a postcode may be written without its space. */
function missing(text: string, other: string): string[] {
  const joined = comparable(other).replaceAll(' ', '')
  const words = comparable(other).split(' ')
  return comparable(text)
    .split(' ')
    .filter((word) => !words.includes(word) && !(word.length > 2 && joined.includes(word)))
}

/** Returns a text for comparison: without capitals, accents, punctuation and double spaces. */
export function comparable(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøđðłħıþ]/g, (letter) => LATIN_LETTERS[letter] ?? letter)
    .replace(/['’‘ʼʻ`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The same, treating the standard's two spellings of umlauts alike: Müller is MULLER and MUELLER. */
export function comparableName(name: string): string {
  return comparable(name)
    .replace(/ae|oe|ue/g, (pair) => pair[0] ?? '')
    .replace(/aa/g, 'a')
}
