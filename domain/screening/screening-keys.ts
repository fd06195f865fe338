import { consonantsOf } from './bare-names.ts'
import { groupsOfForms } from './first-names.ts'
import { END_LETTERS, mostSlips } from './screening-similarity.ts'
import type { NameWord } from './split-names.ts'

/** Increased with each change to how names are looked up or compared; lists in force are then indexed again. */
export const MATCHER_VERSION = 12

/** In a word this short, a mistake in the middle changes both its start and its end. */
const SHORT = 2 * END_LETTERS - 1

/**
 * Returns the keys to look up a word (law §3.3). Words that the comparison finds alike share one, so that none
 * is missed: words in `forms` sound alike, have the same consonants or are forms of one first name; those in
 * `spellings` are written alike.
 */
export function wordKeys({ text, sound }: Pick<NameWord, 'text' | 'sound'>): {
  forms: string[]
  spellings: string[]
} {
  const groups = groupsOfForms(text).map((group) => `=${group}`)
  const forms = [`~${sound}`, consonantKey(consonantsOf(text)), ...groups]
  const spellings = [`${text.slice(0, END_LETTERS)}-`, `-${text.slice(-END_LETTERS)}`]
  if (text.length <= SHORT)
    spellings.push(text, ...Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1)))
  // Neighbours swapped at the boundary of start and end.
  else spellings.push(`${text[0]}${[...text.slice(1)].sort().join('')}*`)
  return { forms, spellings }
}

/** Returns the key of words with these consonants, for names written without vowels. */
export function consonantKey(consonants: string): string {
  return `%${consonants}`
}

/** Returns the letters of a word, one bit each; letters of other scripts share bits. */
export function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31)
  return letters >>> 0
}

/**
 * Whether words of these lengths and letters may be written alike: a mistake removes at most one letter and adds at
 * most one, so larger differences mean another word.
 */
export function mayBeAlike(
  a: { length: number; letters: number },
  b: { length: number; letters: number },
): boolean {
  const most = mostSlips(Math.max(a.length, b.length))
  return (
    Math.abs(a.length - b.length) <= most &&
    bitsIn(a.letters & ~b.letters) <= most &&
    bitsIn(b.letters & ~a.letters) <= most
  )
}

function bitsIn(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Returns a registration number without separators and leading zeros. */
export function comparedNumber(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '')
}

/** Returns a hash of a key; the comparison afterwards tells colliding keys apart. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
