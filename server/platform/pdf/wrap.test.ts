import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrap } from './wrap.ts'

/** Every letter is one point wide. */
const width = (text: string) => [...text].length

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['one two three', 100, ['one two three']],
  ['unbreakable word', 5, ['unbre', 'akabl', 'e', 'word']],
  ['a unbreakable', 5, ['a', 'unbre', 'akabl', 'e']],
  ['1 Fern Lane\nBristol\r\n\nBS99 1AA', 100, ['1 Fern Lane', 'Bristol', 'BS99 1AA']],
  ['', 5, []],
])('%j in %i points is %j', (text, maxWidth, lines) => expect(wrap(text, maxWidth, width)).toEqual(lines))

test('no line is wider than the column, and no letter is lost', () => {
  const words = fc.array(fc.stringMatching(/^[a-zé]{1,30}$/), { maxLength: 20 })
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 40 }), (parts, maxWidth) => {
      const lines = wrap(parts.join(' '), maxWidth, width)
      for (const line of lines) expect(width(line)).toBeLessThanOrEqual(maxWidth)
      expect(lines.join('').replaceAll(' ', '')).toBe(parts.join(''))
    }),
  )
})
