import { expect, test } from 'vitest'
import { printedPlace } from './printed-place.ts'
import type { RawWord } from './raw-reading.ts'

/** A line of words as the reader sees it, where each starts in hundredths. */
const lineOf = (row: string, line = 0): RawWord[] =>
  [...row.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
    text,
    confidence: 0.9,
    line,
    area: { page: 1, left: index / 100, top: line / 20, width: text.length / 100, height: 0.04 },
  }))
const boxOf = (text: string, row: string) => {
  const from = row.indexOf(text)
  return expect.objectContaining({ left: from / 100, width: expect.closeTo(text.length / 100) })
}

test.each([
  ['surname', 'OKAFOR', '’ )4 |     OKAFOR', 'OKAFOR'],
  ['givenNames', 'AMARA JUERGEN', '~ a     AMARA JÜRGEN   —', 'AMARA JÜRGEN'],
  ['birthDate', '1991-06-17', '_ NGA             17 JUN 1991', '17 JUN 1991'],
  ['expiresOn', '2031-05-01', 'F   02 MAY 2021      01 MAY 2031  x', '01 MAY 2031'],
  ['number', 'SP4082617', 'P   UTO   SP4082617', 'SP4082617'],
] as const)(
  'of a line that starts with something else the box of %s has only its words',
  (field, value, row, text) => {
    expect(printedPlace(field, value, [lineOf('Surname / Nom'), lineOf(row, 1)])).toEqual(boxOf(text, row))
  },
)

test('the code itself is not print, and what no line says has no place', () => {
  const lines = [lineOf('P<UTOOKAFOR<<AMARA OKAFOR'), lineOf('MARCHETTI', 1)]
  expect(printedPlace('surname', 'OKAFOR', lines)).toBeUndefined()
})
