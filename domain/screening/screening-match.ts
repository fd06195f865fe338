import type { MatchExplanation, MatchLevel } from '#contract/screening/sanctions.ts'
import { compareNames, type NameComparison } from './screening-comparison.ts'
import { compareFacts, isSameDay, isSameMonth, isSameYear } from './screening-facts.ts'
import type { ListedEntry, ListedName, ScreeningSubject } from './screening-records.ts'
import { type NameWord, readingsOfCompanyName, readingsOfPersonName } from './split-names.ts'

/** Pairs from this score on are stored, even if no one is asked about them (screening, The bar). */
export const SEEN_FROM = 0.7
/**
 * A person looks at pairs from the first score on, unless a super admin has set another bar; from the second they are
 * nearly certain (screening, The bar: documented bands 0.70 to 0.95).
 */
export const POSSIBLE_FROM = 0.8
export const STRONG_FROM = 0.93
/** From this name score a person looks at it, no matter what date or country say: lists are wrong about those. */
const NAME_ALONE_FROM = 0.93
/** Below this name score it is someone else's, no matter what else agrees. */
const NAME_FROM = 0.75
/** The same for stored pairs: more than a single common word gives two names. */
const SEEN_NAME_FROM = 0.701
/** A person and an organisation with one name: one may be named after the other. */
const OTHER_KIND_FROM = 0.93
/** A company is nearly certain only if all of its words match, except for a mistake in a long one. */
const SAME_WORD_FROM = 0.94
/** Many people with common names share two names and a year; with this many names it is nearly certain. */
const WORDS_WITH_A_YEAR = 3
/** The same registration number under another name. */
const SAME_NUMBER_SCORE = 0.95

/** Whether to search for possible matches at the usual bar, or for everything that is stored. */
export type LowestScore = typeof POSSIBLE_FROM | typeof SEEN_FROM

export interface FoundMatch {
  level: MatchLevel
  score: number
  explanation: MatchExplanation
}

/** A subject prepared for comparison with many entries. */
export interface PreparedSubject {
  subject: ScreeningSubject
  readings: readonly NameWord[][]
}

/** Returns the words of a name in each way it can be read, as a person's or a company's. */
export function readingsOfName(
  { name, family }: { name: string; family?: string },
  kind: ScreeningSubject['kind'],
): NameWord[][] {
  return kind === 'person' ? readingsOfPersonName(name, family) : readingsOfCompanyName(name)
}

/** Splits a subject's name once for all comparisons. */
export function prepareSubject(subject: ScreeningSubject): PreparedSubject {
  return { subject, readings: readingsOfName(subject, subject.kind) }
}

/**
 * Compares a subject with all names of an entry (law §3.3); undefined if the score is below `from`. Other facts raise
 * or lower the score, but hide no similar name.
 */
export function matchEntry(
  { subject, readings }: PreparedSubject,
  entry: ListedEntry,
  from: LowestScore = POSSIBLE_FROM,
): FoundMatch | undefined {
  const isOtherKind = (subject.kind === 'person') !== (entry.kind === 'person')
  const facts = isOtherKind ? [] : compareFacts(subject, entry)
  const points = facts.reduce((sum, fact) => sum + fact.points, 0)
  const sameNumber = facts.some(({ fact, result }) => fact === 'company_number' && result === 'agrees')
  let best: FoundMatch | undefined
  for (const name of entry.names) {
    const { given, compared } = bestReading(readings, name, subject.kind)
    const nameScore = compared.score
    if (nameScore < leastNameScore(isOtherKind, from) && !sameNumber) continue
    const atLeast = sameNumber ? SAME_NUMBER_SCORE : nameScore >= NAME_ALONE_FROM ? POSSIBLE_FROM : 0
    const score = scored(nameScore + points, atLeast)
    if (score < from) continue
    const isPart = subject.kind === 'company' && given !== readings[0]
    const heldBack = held(subject, { given, isPart }, entry, name, compared, facts)
    const level: MatchLevel = score >= STRONG_FROM && heldBack.length === 0 ? 'strong' : 'possible'
    const found: FoundMatch = {
      level,
      score,
      explanation: {
        listedName: name.text,
        quality: name.quality,
        words: compared.words,
        facts,
        nameScore,
        score,
        heldBack,
      },
    }
    if (!best || isStronger(found, best)) best = found
  }
  return best
}

/** Returns the most similar pair of readings of a given and a listed name; among equals, as they are written. */
function bestReading(
  readings: PreparedSubject['readings'],
  name: ListedName,
  kind: ScreeningSubject['kind'],
): { given: readonly NameWord[]; compared: NameComparison } {
  const listed = readingsOfName({ name: name.text, family: name.family }, kind)
  const pairs = readings.flatMap((given) =>
    listed.map((theirs) => ({ given, compared: compareNames(given, theirs, kind) })),
  )
  return pairs.reduce((best, pair) => (pair.compared.score > best.compared.score ? pair : best))
}

/** Returns the name score needed to find an entry at all, unless a registration number is the same. */
export function leastNameScore(isOtherKind: boolean, from: LowestScore): number {
  if (isOtherKind) return OTHER_KIND_FROM
  return from === SEEN_FROM ? SEEN_NAME_FROM : NAME_FROM
}

/** Whether a match is raised: it reaches the bar, or its name score alone is enough wherever the bar is. */
export function isRaised({ score, explanation }: FoundMatch, bar: number): boolean {
  return score >= bar || explanation.nameScore >= NAME_ALONE_FROM
}

/** Whether `a` comes before `b` for a reviewer: strong before possible, then by score. */
export function isStronger(a: FoundMatch, b: FoundMatch): boolean {
  if (a.level !== b.level) return a.level === 'strong'
  if (a.score !== b.score) return a.score > b.score
  return a.explanation.nameScore > b.explanation.nameScore
}

function scored(sum: number, atLeast: number): number {
  return Math.round(Math.min(1, Math.max(atLeast, sum)) * 1000) / 1000
}

/** Returns why a match needs a person's judgement, however alike the names are (law §3.3). */
function held(
  subject: ScreeningSubject,
  { given, isPart }: { given: readonly NameWord[]; isPart: boolean },
  entry: ListedEntry,
  name: ListedName,
  { words }: NameComparison,
  facts: MatchExplanation['facts'],
): MatchExplanation['heldBack'] {
  const why: string[] = []
  if (words.some(({ fit }) => fit === 'consonants'))
    why.push('A name is written without vowels, and only its consonants are compared.')
  if (name.quality === 'weak_alias') why.push('The list itself calls this alias weak.')
  if ((subject.kind === 'person') !== (entry.kind === 'person'))
    why.push(subject.kind === 'person' ? 'The listed one is not a person.' : 'The listed one is a person.')
  else if (subject.kind === 'person') {
    const birth = facts.find(({ fact }) => fact === 'birth_date')?.result
    if (birth === 'unknown') why.push('A date of birth is missing on one side.')
    else if (birth !== 'agrees') why.push('The dates of birth differ.')
    else if (!isSameDay(subject, entry)) {
      if (!isSameYear(subject, entry)) why.push('The listed date of birth is approximate.')
      else if (!isSameName(words))
        why.push('Only the year or month of birth is known, and the names are not the same.')
      else if (!isSameMonth(subject, entry) && given.filter(({ tells }) => tells).length < WORDS_WITH_A_YEAR)
        why.push('Only the year of birth is known, and several people may have these two names.')
    }
  } else if (
    !facts.some(({ fact, result }) => fact === 'company_number' && result === 'agrees') &&
    words.some(({ fit, likeness }) => fit !== 'only_listed' && likeness < SAME_WORD_FROM)
  )
    why.push('The names are not written the same, and no registration number agrees.')
  if (isPart) why.push('Only one of the names that they go by is alike.')
  if (facts.some(({ fact, result }) => fact === 'country' && result === 'differs'))
    why.push('The countries differ.')
  return why
}

/** Whether each word of either name is in the other, identical or in another known form. */
function isSameName(words: NameComparison['words']): boolean {
  return words.every(({ fit }) => fit === 'same' || fit === 'variant')
}
