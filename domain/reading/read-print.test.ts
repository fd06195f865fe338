import { describe, expect, test } from 'vitest'
import type { PlainDate } from '#domain/plain-date.ts'
import { printedDate } from './printed-dates.ts'
import { readLetter } from './read-letter.ts'
import { datesFit, namesFit, readLicence } from './read-licence.ts'

const lines = (text: string) => text.split('\n').map((line, at) => ({ text: line, line: at }))
const today = '2026-11-25' as PlainDate

test.each([
  ['Date: 03.11.2026', '2026-11-03'],
  ['3 Nov 2026', '2026-11-03'],
  ['14 APR 1969', '1969-04-14'],
  ['the 2nd September, 2026', '2026-09-02'],
  ['November 3, 2026', '2026-11-03'],
  ['31.02.2026', null],
  ['Account 0000 4417', null],
])('the date in “%s” is %s', (line, day) => {
  expect(printedDate(line)).toBe(day)
})

describe('a driving licence', () => {
  const front = `DRIVING LICENCE SPECIMEN
1. OKAFOR
2. AMARA CHIDINMA
3. 17.06.1991 UTOPIA
4a. 02.05.2021 4c. DVLA
4b. 01.05.2031
5. OKAFO956171AC9ZZ 24
8. 8 TIDEMILL LANE,
LEEDS, LS99 1AA`

  test('is read line by line, and its number proves name and birth date', () => {
    expect(readLicence(lines(front))).toMatchObject({
      surname: { value: 'OKAFOR' },
      givenNames: { value: 'AMARA CHIDINMA' },
      birthDate: { value: '1991-06-17' },
      issuedOn: { value: '2021-05-02' },
      expiresOn: { value: '2031-05-01' },
      number: { value: 'OKAFO956171AC9ZZ' },
      address: { value: '8 TIDEMILL LANE, LEEDS, LS99 1AA' },
      fits: { name: true, birthDate: true },
    })
  })

  test.each([
    ['letters for digits and digits for letters', '5. 0KAFO9S6I71AC9ZZ 24', true],
    ['another person’s number', '5. SMITH906171AC9ZZ', false],
  ])('%s', (_, five, isSame) => {
    const read = readLicence(lines(front.replace(/^5.*$/m, five)))
    expect(read.fits.name).toBe(isSame)
  })

  test.each([
    ['MUELL661262OT9PC', 'MULLER', true],
    ['MULLE661262OT9PC', 'MÜLLER', true],
    ['KHAN9661262OT9PC', 'KHAN', true],
    ['KHANX661262OT9PC', 'KHAN', false],
  ])('%s fits %s: %s', (number, name, isSame) => {
    expect(namesFit(number, name)).toBe(isSame)
  })

  test('a month of a woman is fifty more', () => {
    expect(datesFit('OKAFO956171AC9ZZ', '1991-06-17' as PlainDate)).toBe(true)
    expect(datesFit('OKAFO956171AC9ZZ', '1991-07-16' as PlainDate)).toBe(false)
  })
})

test('a letter says whom it is to, where they live, its day and from whom it is', () => {
  const letter = `Utopia Power
SPECIMEN
Ms S E Marchetti
41 Larkfield Road
Bristol BS99 1AA
Statement date
3 Nov 2026
Account 0000 4417
Your electricity bill
Amount due by 24 Nov 2026`
  expect(readLetter(lines(letter), today)).toMatchObject({
    name: { value: 'Ms S E Marchetti' },
    address: { value: '41 Larkfield Road, Bristol BS99 1AA' },
    issuedOn: { value: '2026-11-03' },
    issuer: { value: 'Utopia Power' },
  })
  expect(readLetter([], today)).toEqual({ name: null, address: null, issuedOn: null, issuer: null })
})
