import { type NameOrigin, ORIGINS } from './ordinary-names.ts'
import type { ScreeningSubject } from './screening-records.ts'
import type { Random } from './trial-slips.ts'

/**
 * How often a name is borne falls with its place among the common ones, as for the family names of England and Wales: the
 * tenth by a third as many as the first, the hundredth by about a seventeenth.
 */
const COMMONEST = 2
const FALLS_BY = 0.8

/** How many of a hundred adults are so old. */
const AGES: readonly { share: number; from: number; to: number }[] = [
  { share: 19, from: 18, to: 29 },
  { share: 25, from: 30, to: 44 },
  { share: 25, from: 45, to: 59 },
  { share: 20, from: 60, to: 74 },
  { share: 11, from: 75, to: 89 },
]

/**
 * Made-up adults as they live in the United Kingdom in a year: first and family name of one part of the world, each drawn by
 * how common it is, and a birth date.
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

/** Running sums of what each place weighs, once for each list of names. */
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
