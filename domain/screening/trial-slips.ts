/** Numbers from 0 to 1 that are the same in every run for a seed (mulberry32). */
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

/** One of several, at random. */
export function pick<T>(from: readonly T[], random: Random): T {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('There is nothing to pick from')
  return found
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** One slip in a word: two letters swapped, one added, one left out, or one wrong. The word must have three letters. */
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

/** People look at the first letter as they write it: slips happen after it. */
function placeIn(length: number, random: Random): number {
  return 1 + Math.floor(random() * (length - 1))
}
