import { variantKeys } from './name-variants.ts'
import { END_LETTERS, mostSlips } from './screening-similarity.ts'
import type { NameWord } from './split-names.ts'

/** Counts each change of how names are looked up or compared; lists in force are then indexed again by it. */
export const MATCHER_VERSION = 6

/** A slip in the middle of a word this short changes its beginning and its end. */
const SHORT = 2 * END_LETTERS - 1

/**
 * By which keys a word is looked up (law §3.3, step 2). Words that the comparison finds alike share one of them, so that
 * none is lost: by `forms` they sound alike or are forms of one first name, by `spellings` they are written alike.
 */
export function wordKeys({ text, sound }: Pick<NameWord, 'text' | 'sound'>): {
  forms: string[]
  spellings: string[]
} {
  const forms = [`~${sound}`, ...variantKeys(text)]
  const spellings = [`${text.slice(0, END_LETTERS)}-`, `-${text.slice(-END_LETTERS)}`]
  if (text.length <= SHORT)
    spellings.push(text, ...Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1)))
  // Neighbours that were swapped at the end of the beginning and the beginning of the end.
  else spellings.push(`${text[0]}${[...text.slice(1)].sort().join('')}*`)
  return { forms, spellings }
}

/** Which letters a word has, a bit each; letters of other scripts share bits. */
export function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31)
  return letters >>> 0
}

/**
 * Whether words of these lengths and letters may be written alike: a slip takes at most one letter of a word and gives it
 * at most one, so that what more differs is another word.
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

/** A registration number without what people put between its signs, and without the zeros before it. */
export function comparedNumber(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '')
}

/** A number for a key; keys that share one are told apart by what is compared after. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
