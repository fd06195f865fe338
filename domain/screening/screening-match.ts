import type { MatchExplanation, MatchLevel } from '#contract/sanctions.ts'
import { compareNames } from './screening-comparison.ts'
import { compareFacts } from './screening-facts.ts'
import type { ListedEntry, ListedName, ScreeningSubject } from './screening-records.ts'
import { companyWords, type NameWord, personWords } from './screening-words.ts'

/** From here a person looks at it, and from here it is nearly certain (domain 3.3: documented bands 0.70 to 0.95). */
export const POSSIBLE_FROM = 0.8
export const STRONG_FROM = 0.93
/** Names less alike than this are another's, whatever else agrees. */
const NAME_FROM = 0.75
/** The same registration number under another name. */
const SAME_NUMBER_SCORE = 0.95

export interface FoundMatch {
  level: MatchLevel
  score: number
  explanation: MatchExplanation
}

/** A subject ready to be compared with many entries. */
export interface PreparedSubject {
  subject: ScreeningSubject
  words: readonly NameWord[]
}

/** Splits the name of a subject once. */
export function prepareSubject(subject: ScreeningSubject): PreparedSubject {
  const { kind, name, family } = subject
  return { subject, words: kind === 'person' ? personWords(name, family) : companyWords(name) }
}

/**
 * Compares a subject with an entry by all its names (domain 3.3); undefined where they are not alike enough to be looked
 * at. People are compared with people, companies with everything else.
 */
export function matchEntry({ subject, words }: PreparedSubject, entry: ListedEntry): FoundMatch | undefined {
  if ((subject.kind === 'person') !== (entry.kind === 'person')) return undefined
  const facts = compareFacts(subject, entry)
  const points = facts.reduce((sum, fact) => sum + fact.points, 0)
  const sameNumber = facts.some(({ fact, result }) => fact === 'company_number' && result === 'agrees')
  let best: FoundMatch | undefined
  for (const name of entry.names) {
    const listed = entry.kind === 'person' ? personWords(name.text, name.family) : companyWords(name.text)
    const compared = compareNames(words, listed)
    if (compared.score < NAME_FROM && !sameNumber) continue
    const score = scored(compared.score + points, sameNumber ? SAME_NUMBER_SCORE : 0)
    if (score < POSSIBLE_FROM) continue
    const heldBack = held(subject, name, facts)
    const level: MatchLevel = score >= STRONG_FROM && heldBack.length === 0 ? 'strong' : 'possible'
    const found: FoundMatch = {
      level,
      score,
      explanation: {
        listedName: name.text,
        quality: name.quality,
        words: compared.words,
        facts,
        nameScore: compared.score,
        score,
        heldBack,
      },
    }
    if (!best || isStronger(found, best)) best = found
  }
  return best
}

/** Strong before possible, then by score: the order in which a reviewer should look. */
export function isStronger(a: FoundMatch, b: FoundMatch): boolean {
  if (a.level !== b.level) return a.level === 'strong'
  if (a.score !== b.score) return a.score > b.score
  return a.explanation.nameScore > b.explanation.nameScore
}

function scored(sum: number, atLeast: number): number {
  return Math.round(Math.min(1, Math.max(atLeast, sum)) * 1000) / 1000
}

/** A weak alias alone is for a person to look at, and so is a name without a birth date (domain 3.3, steps 5 and 6). */
function held(
  subject: ScreeningSubject,
  name: ListedName,
  facts: MatchExplanation['facts'],
): MatchExplanation['heldBack'] {
  const why: string[] = []
  if (name.quality === 'weak_alias') why.push('The list itself calls this alias weak.')
  const birth = facts.find(({ fact }) => fact === 'birth_date')
  if (subject.kind === 'person' && birth?.result !== 'agrees')
    why.push(
      birth?.result === 'differs' ? 'The dates of birth differ.' : 'A date of birth is missing on one side.',
    )
  return why
}
