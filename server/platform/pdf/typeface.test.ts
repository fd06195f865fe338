import { describe, expect, test } from 'vitest'
import { inDrawingOrder, readingOrder } from './typeface.ts'

/** A line as it is drawn: word by word, because fonts reverse the letters of a word themselves. */
function drawn(line: string): string[] {
  const { level, mirrored } = readingOrder(line)
  let index = 0
  const words = line.split(/( )/).map((word) => {
    const at = index
    index += word.length
    return { level: level(at), text: [...word].map((letter, i) => mirrored(letter, at + i)).join('') }
  })
  return inDrawingOrder(words).map(({ text }) => text)
}

describe('a line', () => {
  test.each([
    ['Ada King Lovelace', ['Ada', ' ', 'King', ' ', 'Lovelace']],
    ['محمد علي', ['علي', ' ', 'محمد']],
    ['Signed: محمد بن علي', ['Signed:', ' ', 'علي', ' ', 'بن', ' ', 'محمد']],
    ['יצחק רבין and others', ['רבין', ' ', 'יצחק', ' ', 'and', ' ', 'others']],
    ['שדרות 12 תל', ['תל', ' ', '12', ' ', 'שדרות']],
  ])('%j is drawn from left to right as %j', (line, words) => expect(drawn(line)).toEqual(words))

  test('has its brackets mirrored if it is read from right to left', () => {
    expect(drawn('א (ב) ג')).toEqual(['ג', ' ', ')ב(', ' ', 'א'])
    expect(drawn('a (b) c')).toEqual(['a', ' ', '(b)', ' ', 'c'])
  })
})
