import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differingParts, differingText, type MarkedPart } from './differing-parts.ts'

/** A text with the marked characters in brackets. */
const drawn = (parts: readonly MarkedPart[]) =>
  parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('')

test.each([
  ['Okafor', 'Okafer', 'Okaf[o]r', 'Okaf[e]r'],
  ['14 Larkfield Road', '41 Larkfield Road', '[14] Larkfield Road', '[41] Larkfield Road'],
  ['925665416', '925665461', '9256654[16]', '9256654[61]'],
  ['3 Nov 1990', '8 Nov 1990', '[3] Nov 1990', '[8] Nov 1990'],
  ['3 Nov 1990', '3 Nov 1980', '3 Nov 19[9]0', '3 Nov 19[8]0'],
  // What one side omits has no character to mark on that side.
  ['Marchetti', 'Marcheti', 'Marche[t]ti', '[Marcheti]'],
  ['Ana Maria Silva', 'ANA SILVA', 'Ana [Maria] Silva', 'ANA SILVA'],
  ['Smith-Jones', 'Smyth Jones', 'Sm[i]th-Jones', 'Sm[y]th Jones'],
  // Accents, capitals, spelled-out umlauts and word order do not count as differences.
  ['Jürgen Müllers', 'MUELLER JUERGEN', 'Jürgen Müller[s]', '[MUELLER] JUERGEN'],
  ['O’Connor', "O'CONNER", 'O’Conn[o]r', "O'CONN[E]R"],
  ['12 High St, BS99 1AA', '12 High St BS991AB', '12 High St, BS99 [1AA]', '12 High St [BS991AB]'],
  ['Anna Anna', 'Anna', '[Anna] [Anna]', '[Anna]'],
  ['Rossi', 'Okafor', '[Rossi]', '[Okafor]'],
  ['Grüße', 'Grusso', 'Grüß[e]', 'Gruss[o]'],
])('“%s” compared with “%s”', (declared, read, ours, theirs) => {
  const parts = differingParts(declared, read)
  expect([drawn(parts.declared), drawn(parts.read)]).toEqual([ours, theirs])
})

test('different words are marked completely', () => {
  const { declared, read } = differingParts('14 Larkfield Road, Bristol', '41 Larkfeld Road, Bristol')
  expect([differingText(declared), differingText(read)]).toEqual(['14 Larkfield', '41 Larkfeld'])
})

test('whatever the texts are, their parts add up to them', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 })
  fc.assert(
    fc.property(text, text, (declared, read) => {
      const parts = differingParts(declared, read)
      expect(parts.declared.map((part) => part.text).join('')).toBe(declared)
      expect(parts.read.map((part) => part.text).join('')).toBe(read)
    }),
  )
})
