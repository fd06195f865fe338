import { expect, test } from 'vitest'
import type { ReadField, ReadValue } from '#contract/documents/readings.ts'
import { asPrinted, compareSides, compareWithPrint, surelyPrinted } from './code-and-print.ts'
import type { RawWord } from './raw-reading.ts'

const CODE: Record<string, string> = {
  surname: 'OKAFOR',
  givenNames: 'AMARA JUERGEN',
  number: 'SP4082617',
  birthDate: '1991-06-17',
  expiresOn: '2031-05-01',
  nationality: 'NGA',
}
const valuesOf = (facts: Partial<ReadValue> = {}) =>
  Object.entries(CODE).map(
    ([field, value]): ReadValue => ({
      field: field as ReadField,
      value,
      source: 'code',
      proof: 'right',
      confidence: 0.9,
      area: null,
      ...facts,
    }),
  )

/** A page as the reader sees it: each row of words, and where each starts, in hundredths. */
const page = (rows: string, confidence = 0.95): RawWord[] =>
  rows.split('\n').flatMap((row, line) =>
    [...row.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
      text,
      confidence,
      line,
      area: { page: 1, left: index / 100, top: line / 20, width: text.length / 100, height: 0.04 },
    })),
  )

const PAGE = `UTOPIA PASSPORT                SPECIMEN
          Type    Code    Passport No.
          P       UTO     SP4082617
  (       Surname/Nom
          OKAFOR
          Given names
          AMARA JÜRGEN
          Nationality     Date of birth
          NGA             17 JUN 1991
          Sex    Issued           Expires
          F      02 MAY 2021      01 MAY 2031`
const ALL = Object.keys(CODE)

test('a page that agrees with its code matches in every field', () => {
  expect(compareWithPrint(valuesOf(), page(PAGE))).toEqual({ fits: ALL, differs: [], says: {} })
})

test.each([
  ['surname', 'OKAFOR', 'MARCHETTI'],
  ['givenNames', 'AMARA JÜRGEN', 'SOFIA'],
  ['number', 'SP4082617', 'SP4082671'],
  ['birthDate', '17 JUN 1991', '17 JUN 1981'],
  ['expiresOn', '01 MAY 2031', '01 MAY 2036'],
  ['nationality', 'NGA', 'GBR'],
])('another %s on the page differs if it was surely read, and does not match if not', (field, own, other) => {
  const changed = PAGE.replace(own, other)
  const others = ALL.filter((each) => each !== field)
  expect(compareWithPrint(valuesOf(), page(changed))).toMatchObject({ fits: others, differs: [field] })
  expect(compareWithPrint(valuesOf(), page(changed, 0.79))).toMatchObject({ fits: others, differs: [] })
})

test.each([
  ['one letter of a name', 'OKAFOR', 'OKAFQR'],
  ['a sign within a name', 'AMARA JÜRGEN', 'AMARA @SOMEONE'],
  ['a letter for a digit of a number', 'SP4082617', 'SP4O8Z617'],
  ['what is no date', '17 JUN 1991', '17 JUH 1991'],
  ['a nationality in words', 'NGA', 'NIGERIAN'],
])('%s may be misread, and is not a difference', (_, own, other) => {
  expect(compareWithPrint(valuesOf(), page(PAGE.replace(own, other))).differs).toEqual([])
})

test('a number or date that its check digit does not prove is not called different', () => {
  const changed = PAGE.replace('SP4082617', 'SP4082671').replace('1991', '1981')
  expect(compareWithPrint(valuesOf({ proof: null }), page(changed)).differs).toEqual([])
})

test('a name that the code may have truncated matches the whole one', () => {
  const values = valuesOf({ field: 'givenNames', value: 'AMARA JUER' }).slice(0, 1)
  expect(compareWithPrint(values, page(PAGE)).fits).toEqual([])
  expect(compareWithPrint([{ ...values[0]!, isCutOff: true }], page(PAGE)).fits).toEqual(['givenNames'])
})

test.each([
  ['D and O are those of the page', 'OKAFDR', 0.95, 'OKAFOR'],
  ['they are not where the page was hardly read', 'OKAFDR', 0.79, 'OKAFDR'],
  ['any other letter stays', 'OKAFER', 0.95, 'OKAFER'],
])('a name in a code %s', (_, name, confidence, wanted) => {
  expect(asPrinted('surname', name, page(PAGE, confidence))).toBe(wanted)
})

test('nothing is said about a page without captions', () => {
  expect(compareWithPrint(valuesOf(), page('OKAFOR\nAMARA'))).toEqual({ fits: [], differs: [], says: {} })
  expect(surelyPrinted(page('OKAFOR\nAMARA'))).toEqual([])
})

test('a card’s front is read by its captions, where it was surely read', () => {
  const front = surelyPrinted(page(PAGE.replace('AMARA JÜRGEN', 'AMARA @SOMEONE')))
  expect(front.map(({ field, value }) => [field, value])).toEqual([
    ['surname', 'OKAFOR'],
    ['number', 'SP4082617'],
    ['birthDate', '1991-06-17'],
    ['expiresOn', '2031-05-01'],
    ['nationality', 'NGA'],
  ])
  expect(front).toContainEqual(expect.objectContaining({ source: 'print', proof: null, confidence: 0.95 }))
  expect(surelyPrinted(page(PAGE, 0.79))).toEqual([])
})

test('a permit that is valid until a day expires on it', () => {
  const permit = surelyPrinted(page('    VALID UNTIL\n    01 MAY 2031'))
  expect(permit).toMatchObject([{ field: 'expiresOn', value: '2031-05-01' }])
})

test('the two sides of a card that agree match in every field', () => {
  const front = surelyPrinted(page(PAGE))
  expect(compareSides(valuesOf(), front)).toMatchObject({ fits: ALL, differs: [] })
  expect(compareSides(front, valuesOf())).toMatchObject({ differs: [] })
})

test.each([
  ['surname', 'OKAFOR', 'MARCHETTI', 'MARCHETTI', 'OKAFOR'],
  ['givenNames', 'AMARA JÜRGEN', 'SOFIA', 'SOFIA', 'AMARA JUERGEN'],
  ['number', 'SP4082617', 'SP4082671', 'SP4082671', 'SP4082617'],
  ['birthDate', '17 JUN 1991', '17 JUN 1981', '1981-06-17', '1991-06-17'],
  ['expiresOn', '01 MAY 2031', '01 MAY 2036', '2036-05-01', '2031-05-01'],
  ['nationality', 'NGA', 'GBR', 'GBR', 'NGA'],
])(
  'another %s on the front than in the code on the back differs, as each side says',
  (field, own, other, there, here) => {
    const front = surelyPrinted(page(PAGE.replace(own, other)))
    const back = valuesOf()
    expect(compareSides(back, front)).toMatchObject({ differs: [field], says: { [field]: there } })
    expect(compareSides(front, back)).toMatchObject({ differs: [field], says: { [field]: here } })
  },
)

test('a side that may be misread is not called different', () => {
  const front = surelyPrinted(page(PAGE.replace('OKAFOR', 'OKAFQR').replace('SP4082617', 'SP4O8Z617')))
  expect(compareSides(valuesOf(), front).differs).toEqual([])
  const other = surelyPrinted(page(PAGE.replace('1991', '1981')))
  expect(compareSides(valuesOf({ proof: 'wrong' }), other).differs).toEqual([])
})
