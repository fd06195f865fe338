import type { ComparedWord } from '#contract/sanctions.ts'
import { writtenAlike } from './screening-similarity.ts'
import { soundOf } from './screening-sound.ts'
import type { NameWord } from './screening-words.ts'

/** Below this two words are different words (domain 3.3, step 3). */
const ALIKE_FROM = 0.8
/** Words that sound alike and are written otherwise: Yuri and Iouri. */
const SOUND_LIKENESS = 0.92
/** Words written less alike than this are not listened to, which would take long. */
const SOUND_FROM = 0.6
const INITIAL_LIKENESS = 0.8
/** What a word without a counterpart costs: the customer's more than the list's (domain 3.3, step 3). */
const ONLY_GIVEN = 0.8
const ONLY_LISTED = 0.2

export interface NameComparison {
  /** From 0 to 1. */
  score: number
  words: ComparedWord[]
}

/**
 * Compares two names word by word: each word is used once, the best pairs first, in whatever order they stand. The score
 * is the share of what was found, by weight; the words say why.
 */
export function compareNames(given: readonly NameWord[], listed: readonly NameWord[]): NameComparison {
  const [ours, theirs] = [joinSplit(given, listed), joinSplit(listed, given)]
  const pairs = bestPairs(ours, theirs)
  const words: ComparedWord[] = pairs.map(({ a, b, fit, likeness }) => ({
    given: a.shown,
    listed: b.shown,
    fit,
    likeness: rounded(likeness),
    weight: rounded((a.weight + b.weight) / 2),
  }))
  for (const word of ours)
    if (!pairs.some(({ a }) => a === word))
      words.push({
        given: word.shown,
        listed: null,
        fit: 'only_given',
        likeness: 0,
        weight: rounded(word.weight),
      })
  for (const word of theirs)
    if (!pairs.some(({ b }) => b === word))
      words.push({
        given: null,
        listed: word.shown,
        fit: 'only_listed',
        likeness: 0,
        weight: rounded(word.weight),
      })
  return { score: scoreOf(words), words }
}

function scoreOf(words: readonly ComparedWord[]): number {
  let found = 0
  let all = 0
  for (const { fit, likeness, weight } of words) {
    found += likeness * weight
    all += weight * (fit === 'only_given' ? ONLY_GIVEN : fit === 'only_listed' ? ONLY_LISTED : 1)
  }
  return all === 0 ? 0 : rounded(found / all)
}

interface Pair {
  a: NameWord
  b: NameWord
  fit: ComparedWord['fit']
  likeness: number
}

/** One to one, best first; of equals the heavier, then by their letters, so that order of words changes nothing. */
function bestPairs(ours: readonly NameWord[], theirs: readonly NameWord[]): Pair[] {
  const possible: Pair[] = []
  for (const a of ours)
    for (const b of theirs) {
      const fit = fitOf(a.text, b.text)
      if (fit) possible.push({ a, b, ...fit })
    }
  possible.sort(
    (p, q) =>
      q.likeness - p.likeness ||
      q.a.weight + q.b.weight - (p.a.weight + p.b.weight) ||
      compareText(p.a.text, q.a.text) ||
      compareText(p.b.text, q.b.text),
  )
  const [usedOfOurs, usedOfTheirs] = [new Set<NameWord>(), new Set<NameWord>()]
  return possible.filter(({ a, b }) => {
    if (usedOfOurs.has(a) || usedOfTheirs.has(b)) return false
    usedOfOurs.add(a)
    usedOfTheirs.add(b)
    return true
  })
}

function fitOf(a: string, b: string): Pick<Pair, 'fit' | 'likeness'> | undefined {
  if (a === b) return { fit: 'same', likeness: 1 }
  // A number is the same or it is another: 7 is not nearly 17.
  if (/\d/.test(a) || /\d/.test(b)) return undefined
  if (a.length === 1 || b.length === 1)
    return a[0] === b[0] ? { fit: 'initial', likeness: INITIAL_LIKENESS } : undefined
  const written = writtenAlike(a, b)
  if (written < SOUND_FROM) return undefined
  if (written < SOUND_LIKENESS && soundOf(a) === soundOf(b)) return { fit: 'sound', likeness: SOUND_LIKENESS }
  return written >= ALIKE_FROM ? { fit: 'spelling', likeness: written } : undefined
}

/** Two words of one side that the other side writes as one: `Jong Un` and `Jongun`. */
function joinSplit(words: readonly NameWord[], others: readonly NameWord[]): NameWord[] {
  const joined: NameWord[] = []
  for (let i = 0; i < words.length; i++) {
    const [word, next] = [words[i], words[i + 1]]
    if (!word) continue
    if (next && others.some(({ text }) => text === word.text + next.text)) {
      joined.push({
        shown: `${word.shown} ${next.shown}`,
        text: word.text + next.text,
        weight: word.weight + next.weight,
        tells: word.tells || next.tells,
      })
      i++
    } else joined.push(word)
  }
  return joined
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
