import type { ComparedWord } from '#contract/screening/sanctions.ts'
import { consonantReadings, consonantsOf, countConsonants, joinedConsonants } from './bare-names.ts'
import { areVariants } from './first-names.ts'
import type { ScreeningSubject } from './screening-records.ts'
import { soundLikeness, writtenAlike } from './screening-similarity.ts'
import type { NameWord } from './split-names.ts'

/** Below this likeness two words are different (law §3.3). */
const ALIKE_FROM = 0.74
const VARIANT_LIKENESS = 0.95
/** How much more a merely similar word counts if something else contradicts the name. */
const DOUBT = 2
export const INITIAL_LIKENESS = 0.8
/** Words with the same consonants if one is written without vowels: never enough to be nearly certain. */
const CONSONANTS_LIKENESS = 0.87
/** The same for words with so few consonants that several names share them. */
const FEW_CONSONANTS_LIKENESS = 0.78
const FEW_CONSONANTS = 2
/**
 * The cost of a word without a counterpart, on each side (law §3.3). Middle names are often left out or added,
 * so an extra one between a matching first and last name says little. If both sides end in different words, the names
 * contradict each other. A different word in a company's name makes it another company.
 */
export const COSTS = {
  person: {
    given: { between: 0.2, outside: 0.22, against: 0.8 },
    listed: { between: 0.1, outside: 0.2, against: 0.5 },
  },
  company: {
    given: { between: 0.8, outside: 0.8, against: 0.8 },
    listed: { between: 0.3, outside: 0.3, against: 0.3 },
  },
} as const
/**
 * The most that all of a person's extra words between matching ones cost together, on each side, so that no number of
 * them hides a name: two middle names cost as much as one long one. Lists give all the names that a father and a
 * grandfather had; the listed person leaves them out.
 */
export const MOST_BETWEEN = {
  person: { given: 2, listed: 1.2 },
  company: { given: Number.POSITIVE_INFINITY, listed: Number.POSITIVE_INFINITY },
} as const
/** The most that a second family name costs, however long, where the other one is found and nothing contradicts. */
const MOST_SECOND_FAMILY = 2
/** A single word does not make two names of several words the same. */
export const ONE_WORD_ALONE = 0.7

export interface NameComparison {
  /** From 0 to 1. */
  score: number
  words: ComparedWord[]
}

/**
 * Compares two names word by word: each word is used once, the best pairs first, in any order. The score is the found
 * share by weight; the words explain it.
 */
export function compareNames(
  given: readonly NameWord[],
  listed: readonly NameWord[],
  kind: ScreeningSubject['kind'],
): NameComparison {
  const ours = joinSplit(given, (word, next) => {
    const asOne = listed.find(({ text }) => text === word.text + next.text)
    return asOne ?? joinBare(word, next, listed)
  })
  const theirs = joinSplit(listed, (word, next) => {
    const asOne = given.find(({ text }) => text === word.text + next.text)
    return asOne ?? joinLatin(word, next, given)
  })
  const pairs = bestPairs(ours, theirs, kind)
  const [foundOfOurs, foundOfTheirs] = [new Set(pairs.map(({ a }) => a)), new Set(pairs.map(({ b }) => b))]
  const words: ComparedWord[] = []
  let [found, all] = [0, 0]
  const [left, leftOfTheirs] = [leftOver(ours, foundOfOurs), leftOver(theirs, foundOfTheirs)]
  const doubt = kind === 'person' && isDoubtful(ours, theirs, pairs, leftOfTheirs) ? DOUBT : 1
  for (const { a, b, likeness, fit } of pairs) {
    const weight = (a.weight + b.weight) / 2
    found += (isInexact(fit) ? 1 - doubt * (1 - likeness) : likeness) * weight
    all += weight
  }
  // Shown in the order in which they were given.
  for (const { a, b, fit, likeness } of pairs.toSorted((p, q) => ours.indexOf(p.a) - ours.indexOf(q.a))) {
    const weight = rounded((a.weight + b.weight) / 2)
    words.push({ given: a.shown, listed: b.shown, fit, likeness: rounded(likeness), weight })
  }
  const areAgainst = [left, leftOfTheirs].every((side) => side.some(({ place }) => place === 'outside'))
  const costOf = (side: keyof (typeof COSTS)['person'], { word, place }: LeftOver) =>
    word.weight *
    (place === 'repeated' ? 0 : COSTS[kind][side][place === 'outside' && areAgainst ? 'against' : place])
  let [between, outside] = [0, 0]
  for (const leftOver of left) {
    if (leftOver.place === 'between') between += costOf('given', leftOver)
    else outside += costOf('given', leftOver)
    words.push({
      given: leftOver.word.shown,
      listed: null,
      fit: 'only_given',
      likeness: 0,
      weight: rounded(leftOver.word.weight),
    })
  }
  all += Math.min(between, MOST_BETWEEN[kind].given)
  const isSecondFamily = !areAgainst && ours.some((word) => word.isFamily && foundOfOurs.has(word))
  all += isSecondFamily ? Math.min(outside, MOST_SECOND_FAMILY) : outside
  let betweenOfTheirs = 0
  for (const leftOver of leftOfTheirs) {
    if (leftOver.place === 'between') betweenOfTheirs += costOf('listed', leftOver)
    else all += costOf('listed', leftOver)
    words.push({
      given: null,
      listed: leftOver.word.shown,
      fit: 'only_listed',
      likeness: 0,
      weight: rounded(leftOver.word.weight),
    })
  }
  all += Math.min(betweenOfTheirs, MOST_BETWEEN[kind].listed)
  const share = all === 0 ? 0 : found / all
  return { score: rounded(isOneOfMany(ours, theirs, pairs) ? share * ONE_WORD_ALONE : share), words }
}

interface Pair {
  a: NameWord
  b: NameWord
  fit: ComparedWord['fit']
  likeness: number
}

interface LeftOver {
  word: NameWord
  place: 'between' | 'outside' | 'repeated'
}

/** Returns the words of one side that are missing on the other, and their position among the found ones. */
function leftOver(side: readonly NameWord[], found: ReadonlySet<NameWord>): LeftOver[] {
  const isFound = (word: NameWord) => word.tells && found.has(word)
  const placeOf = (word: NameWord, at: number): LeftOver['place'] => {
    // A repeated word adds nothing the second time.
    if (side.some((other, place) => other.text === word.text && (place < at || found.has(other))))
      return 'repeated'
    return side.slice(0, at).some(isFound) && side.slice(at + 1).some(isFound) ? 'between' : 'outside'
  }
  return side.flatMap((word, at) => (found.has(word) ? [] : [{ word, place: placeOf(word, at) }]))
}

/**
 * Whether several words are merely similar and something else contradicts: they are in another order, or an end of the
 * listed name is missing. People who mistype two words still write them in order; two names that each resemble
 * another's, in any order and with a third left out, are mostly someone else's.
 */
function isDoubtful(
  ours: readonly NameWord[],
  theirs: readonly NameWord[],
  pairs: readonly Pair[],
  leftOfTheirs: readonly LeftOver[],
): boolean {
  const telling = pairs.filter(({ a, b }) => a.tells && b.tells)
  if (telling.filter(({ fit }) => isInexact(fit)).length < 2) return false
  if (leftOfTheirs.some(({ word, place }) => place === 'outside' && word.tells)) return true
  const places = telling
    .toSorted((p, q) => ours.indexOf(p.a) - ours.indexOf(q.a))
    .map(({ b }) => theirs.indexOf(b))
  return places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0))
}

function isInexact(fit: Pair['fit']): boolean {
  return fit === 'sound' || fit === 'spelling' || fit === 'consonants'
}

/** Whether a single word is all that two names of several words share. */
function isOneOfMany(
  ours: readonly NameWord[],
  theirs: readonly NameWord[],
  pairs: readonly Pair[],
): boolean {
  const count = (side: readonly NameWord[]) => side.filter(({ tells }) => tells).length
  return (
    pairs.filter(({ a, b }) => a.tells && b.tells).length < 2 &&
    Math.max(count(ours), count(theirs)) > 1 &&
    count(ours) > 1
  )
}

/**
 * Returns the pairs of matching words, each word once. An initial at the end of a listed name does not stand for a
 * family name: two names that share only their first names are not a match.
 */
function bestPairs(
  ours: readonly NameWord[],
  theirs: readonly NameWord[],
  kind: ScreeningSubject['kind'],
): Pair[] {
  const possible: Pair[] = []
  for (const a of ours)
    for (const b of theirs) {
      const fit = fitOf(a, b)
      if (fit) possible.push({ a, b, ...fit })
    }
  const end = theirs.at(-1)
  if (kind === 'company' || end?.text.length !== 1) return oneToOne(possible)
  const family = likelyFamily(ours, possible)
  return oneToOne(possible.filter(({ a, b, fit }) => fit !== 'initial' || b !== end || a !== family))
}

/**
 * Returns the last word of a person's name, if neither side marks the family name; another one if the listed family
 * name matches it.
 */
function likelyFamily(ours: readonly NameWord[], possible: readonly Pair[]): NameWord | undefined {
  const last = ours.at(-1)
  const isKnown =
    ours.some(({ isFamily }) => isFamily) || possible.some(({ a, b }) => b.isFamily && a !== last)
  return isKnown ? undefined : last
}

/**
 * Pairs words one to one, best first; among equals the heavier one, then by their letters, so that word order does not
 * matter.
 */
function oneToOne(possible: Pair[]): Pair[] {
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

/** Returns how two words match and their likeness; undefined if they are different words. */
export function fitOf(a: NameWord, b: NameWord): Pick<Pair, 'fit' | 'likeness'> | undefined {
  if (a.text === b.text) return { fit: 'same', likeness: 1 }
  // Legal forms, readings of Chinese characters and numbers are either the same or different: 7 is not nearly 17.
  if (a.isForm || b.isForm || a.isSign || b.isSign || /\d/.test(a.text) || /\d/.test(b.text)) return undefined
  if (a.text.length === 1 || b.text.length === 1) {
    // An initial stands for a first name, never for a family name.
    return a.text[0] === b.text[0] && !a.isFamily && !b.isFamily
      ? { fit: 'initial', likeness: INITIAL_LIKENESS }
      : undefined
  }
  if (areVariants(a.text, b.text)) return { fit: 'variant', likeness: VARIANT_LIKENESS }
  const byConsonants = consonantLikeness(a, b)
  const written = writtenAlike(a.text, b.text)
  const sound = soundLikeness(a, b)
  if (byConsonants > Math.max(written, sound)) return { fit: 'consonants', likeness: byConsonants }
  if (written < sound) return { fit: 'sound', likeness: sound }
  return written >= ALIKE_FROM ? { fit: 'spelling', likeness: written } : undefined
}

/**
 * Returns how much a given word without vowels is like a listed one by consonants; 0 if they differ or are a single
 * one.
 */
function consonantLikeness(given: NameWord, listed: NameWord): number {
  if (!given.isBare || listed.isBare) return 0
  const consonants = consonantsOf(listed.text)
  const count = countConsonants(consonants)
  if (count < FEW_CONSONANTS || !consonantReadings(given.shown).includes(consonants)) return 0
  return count > FEW_CONSONANTS ? CONSONANTS_LIKENESS : FEW_CONSONANTS_LIKENESS
}

/** Joins two words of one side that the other writes as one: `Jong Un` and `Jongun`. */
function joinSplit(
  words: readonly NameWord[],
  asOneOf: (word: NameWord, next: NameWord) => NameWord | undefined,
): NameWord[] {
  const joined: NameWord[] = []
  for (let i = 0; i < words.length; i++) {
    const [word, next] = [words[i], words[i + 1]]
    if (!word) continue
    const asOne = next && asOneOf(word, next)
    if (asOne) {
      joined.push({ ...asOne, shown: `${word.shown} ${next.shown}`, weight: word.weight + next.weight })
      i++
    } else joined.push(word)
  }
  return joined
}

/** Joins two given words without vowels into the one that has their consonants: `حمد الله` and `Hamdullah`. */
function joinBare(word: NameWord, next: NameWord, listed: readonly NameWord[]): NameWord | undefined {
  if (!word.isBare || !next.isBare || listed.length < 2) return undefined
  const readings = consonantReadings(word.shown + next.shown)
  const isOne = listed.some(({ text, isBare }) => {
    const consonants = isBare ? '' : consonantsOf(text)
    return countConsonants(consonants) > FEW_CONSONANTS && readings.includes(consonants)
  })
  return isOne ? { ...word, text: word.text + next.text, sound: '' } : undefined
}

/** Joins two listed words into the one without vowels that has the consonants of both: `Ali Reza` and `علیرضا`. */
function joinLatin(word: NameWord, next: NameWord, given: readonly NameWord[]): NameWord | undefined {
  const bare = given.filter(({ isBare }) => isBare)
  if (bare.length === 0 || word.isBare || next.isBare) return undefined
  const [first, second] = [consonantsOf(word.text), consonantsOf(next.text)]
  const [text, both] = [word.text + next.text, joinedConsonants(first, second)]
  if (countConsonants(first) === 0 || countConsonants(second) === 0 || consonantsOf(text) !== both)
    return undefined
  return bare.some(({ shown }) => consonantReadings(shown).includes(both))
    ? { ...word, text, sound: '' }
    : undefined
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
