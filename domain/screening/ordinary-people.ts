import { type NameOrigin, ORIGINS } from './ordinary-names.ts'
import type { ScreeningSubject } from './screening-records.ts'

/**
 * A name's frequency falls with its rank, as for the family names of England and Wales: the tenth has a third as many
 * people as the first, the hundredth about a seventeenth.
 */
const COMMONEST = 2
const FALLS_BY = 0.8

/** Percentage of adults in each age range. */
const AGES: readonly { share: number; from: number; to: number }[] = [
  { share: 19, from: 18, to: 29 },
  { share: 25, from: 30, to: 44 },
  { share: 25, from: 45, to: 59 },
  { share: 20, from: 60, to: 74 },
  { share: 11, from: 75, to: 89 },
]

/**
 * Returns made-up adults as they live in the United Kingdom in a year: first and family name from one part of the
 * world, each drawn by frequency, and a birth date.
 */
export function ordinaryPeople(count: number, year: number, random: Random): ScreeningSubject[] {
  return Array.from({ length: count }, () => {
    const { first, last } = byShare(ORIGINS, random)
    const family = nameFrom(last, random)
    return {
      key: 'person',
      kind: 'person',
      label: 'Applicant',
      name: `${nameFrom(first, random)} ${family}`,
      family,
      birthDate: birthDate(year, random),
    }
  })
}

function byShare<T extends { share: number }>(from: readonly T[], random: Random): T {
  const total = from.reduce((sum, { share }) => sum + share, 0)
  let place = random() * total
  for (const each of from) {
    place -= each.share
    if (place < 0) return each
  }
  throw new Error('There is nothing to pick from')
}

/** Cumulative weights by rank, cached per list of names. */
const weighed = new Map<NameOrigin['first'], number[]>()

function nameFrom(from: NameOrigin['first'], random: Random): string {
  let sums = weighed.get(from)
  if (!sums) {
    let sum = 0
    sums = from.map((_, place) => (sum += (place + 1 + COMMONEST) ** -FALLS_BY))
    weighed.set(from, sums)
  }
  const place = random() * (sums.at(-1) ?? 0)
  return from[sums.findIndex((sum) => place < sum)] as string
}

function birthDate(year: number, random: Random): string {
  const { from, to } = byShare(AGES, random)
  const age = from + Math.floor(random() * (to - from + 1))
  const day = 1 + Math.floor(random() * 365)
  return new Date(Date.UTC(year - age - 1, 0, day)).toISOString().slice(0, 10)
}

/** Returns a generator of numbers from 0 to 1 that are the same in every run for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Random = () => number

/** Returns a random element. */
export function pick<T>(from: readonly T[], random: Random): T {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('There is nothing to pick from')
  return found
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/**
 * One typing mistake in a word: two letters swapped, one added, one left out, or one wrong. The word must have three
 * letters.
 */
export const SLIPS: Readonly<
  Record<'swapped' | 'added' | 'left out' | 'wrong', (word: string, random: Random) => string>
> = {
  swapped(word, random) {
    const at = placeIn(word.length - 1, random)
    return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
  },
  added(word, random) {
    const at = placeIn(word.length, random)
    return word.slice(0, at) + pick([...LETTERS], random) + word.slice(at)
  },
  'left out'(word, random) {
    const at = placeIn(word.length, random)
    return word.slice(0, at) + word.slice(at + 1)
  },
  wrong(word, random) {
    const at = placeIn(word.length, random)
    return (
      word.slice(0, at) +
      pick(
        [...LETTERS].filter((letter) => letter !== word[at]),
        random,
      ) +
      word.slice(at + 1)
    )
  },
}

/** Returns a random position after the first letter: people look at that one as they write it. */
function placeIn(length: number, random: Random): number {
  return 1 + Math.floor(random() * (length - 1))
}
