import { chineseReading } from './chinese-readings.ts'
import { foldForms, type Word } from './legal-forms.ts'
import { latinLetters } from './screening-letters.ts'
import { soundOf } from './screening-sounds.ts'

/** One word of a name, ready to be compared. */
export interface NameWord {
  /** As it was written. */
  shown: string
  text: string
  /** How it sounds, roughly. */
  sound: string
  weight: number
  /** Whether it is worth a look-up: particles, legal forms and initials would find half of the list. */
  tells: boolean
  /** A legal form is compared with legal forms alone. */
  isForm?: boolean
  /** A sign of a Chinese name, by its reading: it is that reading or another. */
  isSign?: boolean
  /** Whether it is known to be the family name, or a part of it. */
  isFamily?: boolean
  /** What it is in its name; with the text, all that a comparison looks at. */
  role: WordRole
}

/** What a word is in its name, in the order in which an index of names counts them. */
export const WORD_ROLES = [
  'name',
  'family',
  'particle',
  'family_particle',
  'trade',
  'form',
  'sign',
  'family_sign',
] as const
export type WordRole = (typeof WORD_ROLES)[number]

/** Beyond this a word counts no more for being longer. */
const LONGEST_WEIGHT = 10
/** Particles and legal forms are in so many names that they say little. */
const COMMON_FACTOR = 0.25
/** A family name says more than the others (law §3.3, step 3). */
const FACTORS: Readonly<Record<WordRole, number>> = {
  name: 1,
  family: 1.3,
  particle: COMMON_FACTOR,
  family_particle: COMMON_FACTOR,
  trade: 0.6,
  form: 0.15,
  sign: 1,
  family_sign: 1.3,
}
/** No one's name has more words than this that tell anything. */
const WORDS_MAX = 24

const TITLES = new Set(
  'mr mrs ms miss mx dr prof professor sir dame lord lady sheikh shaykh sheik mullah maulavi mawlawi haji hajj hajji general gen colonel col major maj captain capt lieutenant lt brigadier admiral sayyid eng'.split(
    ' ',
  ),
)
const PARTICLES = new Set(
  'al el ul ad as ar bin ben ibn bint abu abou umm de del della di da do dos das du la le van von der den ten zu y e of the and und et'.split(
    ' ',
  ),
)
/** Words that are a first or a family name as well: particles only between other words. */
const NAMES_TOO = new Set('ben as la do da di le ad den ten del zu'.split(' '))
/** So many companies have these in their names that they say little of which one it is. */
const TRADE_WORDS = new Set(
  'trading general international global investment investments energy oil gas petroleum shipping marine maritime management services service industries industrial industry engineering technology technologies systems solutions capital partners bank finance financial development construction commercial enterprise enterprises exchange import export logistics transport foundation institute centre center research production national state'.split(
    ' ',
  ),
)

/** The words of a person's name: titles dropped, the family name heavier where it is known (law §3.3, steps 1 and 3). */
export function splitPersonName(name: string, family?: string): NameWord[] {
  const familyWords = new Set(partSigns(split(family ?? '')).map(({ text }) => text))
  const all = partSigns(split(name))
  const named = all.filter(
    (word, index) => index === all.length - 1 || isSign(word) || !TITLES.has(word.text),
  )
  return named.slice(0, WORDS_MAX).map((word, index) => {
    const isFamily = familyWords.has(word.text)
    if (isSign(word)) return nameWord(word, isFamily ? 'family_sign' : 'sign')
    if (isParticle(named, index)) return nameWord(word, isFamily ? 'family_particle' : 'particle')
    return nameWord(word, isFamily ? 'family' : 'name')
  })
}

function isParticle(words: readonly Word[], index: number): boolean {
  const word = words[index]
  if (!word || !PARTICLES.has(word.text) || index === words.length - 1) return false
  return index > 0 || !NAMES_TOO.has(word.text)
}

const SIGN = /\p{Script=Han}/u

/**
 * Each sign of a Chinese name as a word of its own, by its reading: lists write two of them as one word or as two, in either
 * order. One whose reading isn’t known is compared with itself, as numbers are.
 */
function partSigns(words: readonly Word[]): Word[] {
  return words.flatMap((word) => {
    if (!SIGN.test(word.shown)) return [word]
    const parts = word.shown.match(/\p{Script=Han}|\P{Script=Han}+/gu) ?? []
    return parts.map((shown) => ({ shown, text: SIGN.test(shown) ? signText(shown) : latinLetters(shown) }))
  })
}

function signText(sign: string): string {
  return chineseReading(sign) ?? `u${sign.codePointAt(0)?.toString(16)}`
}

function isSign({ shown }: Word): boolean {
  return SIGN.test(shown)
}

/** The words of a company's name: one word for each legal form, letters that stand alone joined, digits kept. */
export function splitCompanyName(name: string): NameWord[] {
  const words = joinInitials(split(name)).slice(0, WORDS_MAX)
  const folded = foldForms(words)
  // What is called by its form alone, or by words that say little, is called by them.
  return folded.map(({ isForm, ...word }) => {
    if (isForm) return nameWord(word, 'form')
    if (PARTICLES.has(word.text)) return nameWord(word, 'particle')
    return nameWord(word, TRADE_WORDS.has(word.text) ? 'trade' : 'name')
  })
}

/** A word in its role, ready to be compared. */
export function nameWord({ shown, text }: Word, role: WordRole): NameWord {
  return {
    shown,
    text,
    sound: soundOf(text),
    weight: wordWeight(text.length, role),
    tells: FACTORS[role] > COMMON_FACTOR && !/^[a-z]$/.test(text),
    ...(role === 'form' && { isForm: true }),
    ...((role === 'sign' || role === 'family_sign') && { isSign: true }),
    ...(role.startsWith('family') && { isFamily: true }),
    role,
  }
}

/** How much a word of so many letters counts in its role. */
export function wordWeight(length: number, role: WordRole): number {
  return Math.min(length, LONGEST_WEIGHT) * FACTORS[role]
}

function split(name: string): Word[] {
  return name
    .normalize('NFKC')
    .replace(/['’‘ʼʻ`´.]/g, (mark) => (mark === '.' ? ' ' : ''))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((shown) => ({ shown, text: latinLetters(shown) }))
    .filter(({ text }) => text !== '')
}

/** `A B C Trading` is `ABC Trading`: letters that stand alone would match anything (law §3.3, what users complain of). */
function joinInitials(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  let run = false
  for (const word of words) {
    const last = joined.at(-1)
    const single = word.text.length === 1 && /\p{L}/u.test(word.text)
    if (single && run && last) {
      last.shown += word.shown
      last.text += word.text
    } else joined.push({ ...word })
    run = single
  }
  return joined
}
