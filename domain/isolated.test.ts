import bidiFactory from 'bidi-js'
import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** A line as displayed, from left to right. */
function seen(line: string): string {
  const levels = bidi.getEmbeddingLevels(line, 'ltr')
  return bidi.getReorderedString(line, levels).replaceAll(/[\u2066-\u2069]/g, '')
}

test('a name that is read from right to left does not move the number next to it', () => {
  expect(seen('\u05d3\u05e0\u05d4, 2 Mar')).toBe('2 ,\u05d4\u05e0\u05d3 Mar')
  expect(seen(`${isolated('\u05d3\u05e0\u05d4')}, 2 Mar`)).toBe('\u05d4\u05e0\u05d3, 2 Mar')
  const both = `${isolated('\u05d3\u05e0\u05d4')} / ${isolated('\u05e2\u05d3\u05d9')}`
  expect(seen(both)).toBe('\u05d4\u05e0\u05d3 / \u05d9\u05d3\u05e2')
})

test.each(['Ana Ferreira', 'Žižek', '王小明', ''])('“%s” is unchanged', (name) => {
  expect(isolated(name)).toBe(name)
})
