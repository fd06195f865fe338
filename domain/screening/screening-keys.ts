import { soundOf } from './screening-sound.ts'
import { companyWords, type NameWord, personWords } from './screening-words.ts'

const PART = 3
/** Below this share of its words no name comes to the score of a match, and some words are alike without a key in common. */
const SHARE = 0.6
const INITIAL = /^[a-z]$/
/** A slip in the middle of a word this short changes its beginning and its end. */
const SHORT = 2 * PART - 1

/**
 * By which keys a name is looked up (domain 3.3, step 2): how each word that tells something sounds, begins and ends,
 * so that a slip of the pen anywhere in it leaves one of them. Two names without a key in common are not compared.
 */
export function nameKeys(name: string, isPerson: boolean): string[] {
  const words = wordsOf(name, isPerson)
  const initials = words.filter(({ text }) => INITIAL.test(text)).map(({ text }) => initialKey(text))
  return [...new Set([...telling(words).flatMap(wordKeys), ...initials])]
}

/** How an entry is found for a name: by any of the keys, if the words that are found weigh enough together. */
export interface NameLookup {
  keys: string[]
  words: { keys: string[]; weight: number }[]
  /** The weight from which a comparison can come out as a match. */
  enough: number
}

/**
 * What to look up for a name. Of `Mohammed Karovi` an entry with a Mohammed alone is not compared: too much would
 * be left over. A word that the list may have as an initial counts as found.
 */
export function nameLookup(name: string, isPerson: boolean): NameLookup {
  const words = telling(wordsOf(name, isPerson))
  return {
    keys: [...new Set(words.flatMap(wordKeys))],
    words: words.map((word) => ({ keys: [...wordKeys(word), initialKey(word.text)], weight: word.weight })),
    enough: SHARE * words.reduce((sum, { weight }) => sum + weight, 0),
  }
}

function wordsOf(name: string, isPerson: boolean): NameWord[] {
  return isPerson ? personWords(name) : companyWords(name)
}

function telling(words: readonly NameWord[]): readonly NameWord[] {
  const some = words.filter(({ tells }) => tells)
  return some.length ? some : words
}

function initialKey(text: string): string {
  return `${text.slice(0, 1)}.`
}

/** The key of a company's registration number, whatever stands between its digits and letters. */
export function numberKey(number: string): string {
  return `#${bareNumber(number)}`
}

/** A registration number without what people put between its signs, and without the zeros before it. */
export function bareNumber(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '')
}

function wordKeys({ text }: NameWord): string[] {
  const keys = [`~${soundOf(text)}`, `${text.slice(0, PART)}-`, `-${text.slice(-PART)}`]
  return text.length <= SHORT ? [...keys, `${text.slice(0, PART - 1)}-${text.slice(1 - PART)}`] : keys
}
