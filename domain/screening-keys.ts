import { soundOf } from './screening-sound.ts'
import { companyWords, type NameWord, personWords } from './screening-words.ts'

const PART = 3
/** A slip in the middle of a word this short changes its beginning and its end. */
const SHORT = 2 * PART - 1

/**
 * By which keys a name is looked up (domain 3.3, step 2): how each word that tells something sounds, begins and ends, so that a slip
 * of the pen anywhere in it leaves one of them. Two names without a key in common are not compared.
 */
export function nameKeys(name: string, isPerson: boolean): string[] {
  const words = isPerson ? personWords(name) : companyWords(name)
  const telling = words.filter(({ tells }) => tells)
  return [...new Set((telling.length ? telling : words).flatMap(wordKeys))]
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
