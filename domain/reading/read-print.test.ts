import { describe, expect, test } from 'vitest'
import type { PlainDate } from '#domain/plain-date.ts'
import { correctedNumber, datesFit, licenceNumberIn, namesFit } from './licence-number.ts'
import { printedDate } from './printed-dates.ts'
import { readLetter } from './read-letter.ts'
import { readLicence } from './read-licence.ts'

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

  test('is read line by line, and its number proves name and date of birth', () => {
    expect(readLicence(lines(front), today)).toMatchObject({
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

  test('whose 4b was read as 4a expires on that day, and was not issued on it', () => {
    const read = readLicence(lines(front.replace(/^4a.*$/m, '02.05 DVLA').replace('4b.', '4a.')), today)
    expect(read).toMatchObject({ issuedOn: null, expiresOn: { value: '2031-05-01' } })
  })

  test.each([
    ['letters for digits and digits for letters', '5. 0KAFO9S6I71AC9ZZ 24', true],
    ['another person’s number', '5. SMITH906171AC9ZZ', false],
  ])('%s', (_, five, isSame) => {
    const read = readLicence(lines(front.replace(/^5.*$/m, five)), today)
    expect(read.fits.name).toBe(isSame)
  })

  test.each([
    ['MUELL661262OT9PC', 'MULLER', true],
    ['MULLE661262OT9PC', 'MÜLLER', true],
    ['KHAN9661262OT9PC', 'KHAN', true],
    ['KHANX661262OT9PC', 'KHAN', false],
  ])('%s matches %s: %s', (number, name, isSame) => {
    expect(namesFit(number, name)).toBe(isSame)
  })

  test('has fifty added to a woman’s month', () => {
    expect(datesFit('OKAFO956171AC9ZZ', '1991-06-17' as PlainDate)).toBe(true)
    expect(datesFit('OKAFO956171AC9ZZ', '1991-07-16' as PlainDate)).toBe(false)
  })
})

test('a letter says to whom it is, where they live, its date and who sent it', () => {
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

test.each([
  [
    'a postcode whose digit was read as a letter',
    'Ms Sofia Marchetti\n1 Station Street\nCardiff CF99 SAA',
    '5AA',
  ],
  [
    'a postcode whose last letter was read as a bracket',
    'Mr Yusuf Bui\n1 Station Street\nCardiff CF99 5A)',
    '5AJ',
  ],
  ['marks beside its lines', ': (\n2 Mr Vera Bui 3\n: 1 Station Street )\n: Cardiff CF99 2AH 8', '2AH'],
  ['a name without a title', 'Sofia Marchetti\n1 Station Street\nCardiff CF99 2AA', '2AA'],
  ['a flat', 'Ms Sofia Marchetti\nFlat 2\n1 Station Street\nCardiff CF99 2AA', '2AA'],
])('a letter with %s', (_, text, postcode) => {
  const read = readLetter(lines(`Utopia Power\n${text}`), today)
  expect(read.name?.value).toMatch(/^((Ms )?Sofia Marchetti|Mr (Yusuf|Vera) Bui)$/)
  expect(read.address?.value).toContain('1 Station Street')
  expect(read.address?.value).toContain(`Cardiff CF99 ${postcode}`)
  expect(read.address?.value).not.toMatch(/Marchetti|Bui/)
})

describe('a badly read licence', () => {
  const line = (text: string) => ({ text, line: text })

  test('is recognised by its edge, and by the place of a date whose number is missing', () => {
    const read = readLicence(
      [
        '1 DRIVING LICENCE specimen',
        '| 1. OKAFOR',
        'i ~ 2. AMARA',
        '3 LJ 3.09.03.1988 UTOPIA',
        'F a 4a. 12.02.2022 4c. DVLA',
        '13.02.2032',
        '| 5. OKAFO853098A99CB 24',
      ].map(line),
      today,
    )
    expect(read).toMatchObject({
      surname: { value: 'OKAFOR' },
      givenNames: { value: 'AMARA' },
      birthDate: { value: '1988-03-09' },
      issuedOn: { value: '2022-02-12' },
      expiresOn: { value: '2032-02-13' },
      number: { value: 'OKAFO853098A99CB' },
      fits: { name: true, birthDate: true },
    })
  })

  test.each([
    ['what the edge is taken for', '2. HANNAH SOFIA - i', '5. OKAFO853098HS9CB', 'HANNAH SOFIA', true],
    ['an Ø that was read as a Q', '2. QYSTEIN SIAN', '5. OKAFO853098OS9CB', 'ØYSTEIN SIAN', true],
    ['a second one, too', '2. INGRID QYSTEIN', '5. OKAFO853098IO9CB', 'INGRID ØYSTEIN', true],
    ['a Q that is one', '2. QUENTIN', '5. OKAFO853098Q99CB', 'QUENTIN', true],
    ['a hyphen', '2. MARC-ANTOINE ZOE', '5. OKAFO853098MZ9CB', 'MARC-ANTOINE ZOE', true],
    ['a second name that the number leaves out', '2. GRACE ANNA', '5. OKAFO853098G99CB', 'GRACE ANNA', true],
    ['a lost letter', '2. YSTEIN SIAN', '5. OKAFO853098OS9CB', 'YSTEIN SIAN', false],
    ['another second name', '2. GRACE ANNA', '5. OKAFO853098GX9CB', 'GRACE ANNA', false],
  ])('given names with %s', (_, two, five, value, fits) => {
    const read = readLicence(['1. OKAFOR', two, five].map(line), today)
    expect(read).toMatchObject({ givenNames: { value }, fits: { initials: fits } })
  })

  test('given names are those of two readings that have the initials of the number', () => {
    const [number, half, whole] = ['5. OKAFO853098OS9CB', '2. SIAN', '2. ØYSTEIN SIAN'] as const
    const namesIn = (sure: string[], faint: string[]) =>
      readLicence(sure.map(line), today, faint.map(line)).givenNames?.value
    expect(namesIn([number, half], [number, whole])).toBe('ØYSTEIN SIAN')
    expect(namesIn([number], [number, whole])).toBe('ØYSTEIN SIAN')
    expect(namesIn([number], [number, half])).toBeUndefined()
    expect(namesIn([number, whole], [number, half])).toBe('ØYSTEIN SIAN')
    // Without a number nothing says which is right.
    expect(namesIn([half], [whole])).toBe('SIAN')
  })

  test('takes what was hardly read where the rest says the same, and nothing else', () => {
    const sure = [line('2. AMARA')]
    const faint = [
      ...sure,
      line('1. OKAFOR'),
      line('3. 09.03.1988'),
      line('4a. 12.02.2022'),
      line('4b. 11.02.2032'),
      line('5. OKAFO853098A99CB'),
    ]
    expect(readLicence(sure, today, faint)).toMatchObject({
      surname: { value: 'OKAFOR' },
      birthDate: { value: '1988-03-09' },
      expiresOn: { value: '2032-02-11' },
      number: { value: 'OKAFO853098A99CB' },
    })
    const others = [
      ...sure,
      line('1. NOWAK'),
      line('3. 10.03.1988'),
      line('4a. 12.02.2022'),
      line('4b. 13.02.2032'),
    ]
    const other = readLicence(sure, today, [...others, line('5. OKAFO853098A99CB')])
    expect(other).toMatchObject({ surname: null, birthDate: null, expiresOn: null, number: null })
  })

  test.each([
    // Letters and digits where they have to be, and the issue number read as part of it.
    ['5. OKAF0853O98A9SCB24', 'OKAFO853098A99CB'],
    ['5: OKAFO8530Q8A99CB', 'OKAFO853008A99CB'],
    ['5. OKAFO8530i8A99CB 24', 'OKAFO853018A99CB'],
    ['5. OKAFOR', null],
    ['5. OKAFO853098A99C', null],
  ])('the number of %j is %s', (text, number) => {
    expect(licenceNumberIn(text)).toBe(number)
  })

  test('corrects lookalike characters, and proves nothing by what it was corrected with', () => {
    const owner = { surname: 'OKAFOR', givenNames: 'JOSE', birthDate: '1988-03-09' as PlainDate }
    expect(correctedNumber('OKAFQ653098I99CB', owner)).toBe('OKAFO653098J99CB')
    expect(correctedNumber('NOWAK712345X99CB', owner)).toBe('NOWAK712345X99CB')
    const { number, fits } = readLicence(
      ['1. OKAFOR', '2. JOSE', '3. 09.03.1989', '5. OKAFQ853096I99CB'].map(line),
      today,
    )
    expect(number?.value).toBe('OKAFO853099J99CB')
    expect(fits).toEqual({ name: null, initials: null, birthDate: null })
  })
})
