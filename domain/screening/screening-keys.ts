import { variantKeys } from './name-variants.ts'
import { END_LETTERS } from './screening-similarity.ts'
import { companyWords, type NameWord, personWords } from './screening-words.ts'

/** Counts each change of how names are looked up or compared; lists in force are then indexed again by it. */
export const MATCHER_VERSION = 2
/** Below this share of its words no name comes to the score of a match. */
const SHARE = 0.45
const INITIAL = /^[a-z]$/
/** A slip in the middle of a word this short changes its beginning and its end. */
const SHORT = 2 * END_LETTERS - 1

/**
 * By which keys a name is looked up (law §3.3, step 2): how each word that tells something sounds, begins and ends, and
 * which first name it is short for. Words that the comparison finds alike share one of them, so that no match is lost;
 * two names without a key in common are not compared.
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
  /** The weight and the number of words from which a comparison can come out as a match. */
  enough: number
  enoughWords: number
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
    enoughWords: Math.min(2, words.length),
  }
}

/** Whether an entry with these keys is compared, as the query of the server decides it. */
export function isCandidate({ words, enough, enoughWords }: NameLookup, keys: ReadonlySet<string>): boolean {
  const found = words.filter((word) => word.keys.some((key) => keys.has(key)))
  return found.length >= enoughWords && found.reduce((sum, { weight }) => sum + weight, 0) >= enough
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

/** Whatever one slip makes of a word shares one of its keys; so does what two make of most. */
function wordKeys({ text, sound }: NameWord): string[] {
  const keys = [
    `~${sound}`,
    `${text.slice(0, END_LETTERS)}-`,
    `-${text.slice(-END_LETTERS)}`,
    ...variantKeys(text),
  ]
  if (text.length <= SHORT)
    return [...keys, text, ...Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))]
  // Neighbours that were swapped at the end of the beginning and the beginning of the end.
  return [...keys, `${text[0]}${[...text.slice(1)].sort().join('')}*`]
}
