import bidiFactory from 'bidi-js'
import { once } from '#domain/once.ts'

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
// Its types are those of a module, and what Node imports is a script: the function itself.
const bidi = once(() => (bidiFactory as unknown as typeof bidiFactory.default)())

/** A line as it is read. */
export interface ReadingOrder {
  /** How deep the letter at a place stands in text of the other direction: odd where it is read from right to left. */
  level(index: number): number
  /** A bracket that opens from right to left looks like one that closes. */
  mirrored(letter: string, index: number): string
}

const LEFT_TO_RIGHT: ReadingOrder = { level: () => 0, mirrored: (letter) => letter }

/** The directions of a line's letters, by the bidirectional algorithm of Unicode; its base is from left to right. */
export function readingOrder(line: string): ReadingOrder {
  if (!RIGHT_TO_LEFT.test(line)) return LEFT_TO_RIGHT
  const { levels } = bidi().getEmbeddingLevels(line, 'ltr')
  const level = (index: number) => levels[index] ?? 0
  return {
    level,
    mirrored: (letter, index) =>
      level(index) % 2 === 1 ? (bidi().getMirroredCharacter(letter) ?? letter) : letter,
  }
}

/** Stretches of a line from left to right, as they are drawn (rule L2). The letters within one are not turned. */
export function inDrawingOrder<T extends { level: number }>(stretches: readonly T[]): T[] {
  const drawn = [...stretches]
  const deepest = Math.max(0, ...drawn.map(({ level }) => level))
  for (let depth = deepest; depth > 0; depth--)
    for (let start = 0; start < drawn.length; start++) {
      let end = start
      while ((drawn[end]?.level ?? 0) >= depth) end++
      drawn.splice(start, end - start, ...drawn.slice(start, end).reverse())
      start = Math.max(start, end)
    }
  return drawn
}
