import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReadingReason } from '#contract/documents/reading-reasons.ts'
import {
  FirstName,
  FreeText,
  FullName,
  LastName,
  Lei,
  OneLine,
  PostalAddress,
  Reason,
  TheirFirstName,
} from './fields.ts'

describe('free text', () => {
  test.each([
    ['  as it was typed ', 'as it was typed'],
    ['\u200b'.repeat(12), ''],
    ['\u2800 \u3164\u00ad', ''],
    // A direction override would make an entry of the audit log read differently.
    ['asked by \u202eenohp', 'asked by enohp'],
    // Joiners are part of letters and emoji, and direction marks of sentences in two scripts.
    ['می\u200cخواهم 👩\u200d💻 \u200f(KYC)', 'می\u200cخواهم 👩\u200d💻 \u200f(KYC)'],
  ])('%j is stored as %j', (given, kept) => {
    expect(FreeText().parse(given)).toBe(kept)
  })

  test.each(['\0', '\ud800'])('%j is refused', (given) => {
    expect(FreeText().safeParse(given).success).toBe(false)
  })
})

test.each(['...', '🙂', '118', 'x'])('%j is no reason for anything that depends on one', (text) => {
  expect(Reason(500, 'Write the reason').safeParse(text).error?.issues[0]?.message).toBe('Write the reason')
})

test.each([
  ['They asked us', true],
  ['short', false],
  [`a${'\u200b'.repeat(20)}`, false],
  ['............', false],
  ['🙂'.repeat(12), false],
  ['2026-118 / 04', false],
  ['本人からの電話による依頼', true],
])('R11 whether %j is a reason to open documents: %j', (text, isOne) => {
  expect(isReadingReason(text)).toBe(isOne)
})

test.each(['\u200b', ' \u2800\u3164 ', '\u202e'])('%j is not a name or a line of an address', (unseen) => {
  expect(FirstName.safeParse(unseen).error?.issues[0]?.message).toBe('Enter your first name')
  expect(PostalAddress.parse(`1 Fern Lane\n${unseen}\nBristol`)).toBe('1 Fern Lane\nBristol')
  expect(FirstName.parse('می\u200cنا')).toBe('می\u200cنا')
})

describe('the name of a person', () => {
  test.each(['王小明 😀', 'Ada ❤', '\u2615', 'Ada 🇬🇧', '👩\u200d💻'])('%j is refused', (typed) => {
    const said = [FirstName, LastName, FullName, TheirFirstName].map(
      (rule) => rule.safeParse(typed).error?.issues[0]?.message,
    )
    expect(said).toEqual([
      'Enter your first name without emoji',
      'Enter your last name without emoji',
      'Enter your full name without emoji',
      'Enter the first name without emoji',
    ])
  })

  test.each(['John Smith 3', 'Ada #1*', 'Ada® Lovelace™ ©'])('%j has no emoji', (typed) => {
    expect(FullName.parse(typed)).toBe(typed)
  })

  test('passes in letters and marks of any script, as any other line does', () => {
    const letter = fc
      .integer({ min: 0x20, max: 0x323af })
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /[\p{L}\p{M}]/u.test(character))
    const between = fc.constantFrom("'", '’', 'ʼ', '-', '‐', '.', ' ', '·', '\u200c', '\u200d')
    const typed = fc.string({ unit: fc.oneof({ weight: 5, arbitrary: letter }, between), maxLength: 40 })
    fc.assert(
      fc.property(typed, (name) => {
        expect(FullName.safeParse(name).data).toBe(OneLine(200).safeParse(name).data)
      }),
      { numRuns: 2000 },
    )
  })

  test('passes with every letter and mark that there is', () => {
    const characters = Array.from({ length: 0x11_0000 }, (_, code) =>
      code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code),
    ).filter((character) => /[\p{L}\p{M}]/u.test(character))
    expect(characters.length).toBeGreaterThan(100_000)
    const names = characters.join('').match(/.{1,50}/gsu) ?? []
    expect(names.filter((name) => !FullName.safeParse(`A${name}`).success)).toEqual([])
  })
})

describe('an LEI', () => {
  // The first two are real: those of Apple and the London Stock Exchange.
  test.each([
    ['HWUPKR0MPOU8FGXBT394', 'HWUPKR0MPOU8FGXBT394'],
    [' 2138 00WS gi-izcx f1p5 72 ', '213800WSGIIZCXF1P572'],
    ['000000FERNHILL000079', '000000FERNHILL000079'],
  ])('%j is read as %j', (typed, read) => {
    expect(Lei.parse(typed)).toBe(read)
  })

  test.each([
    '',
    '000000FERNHILL00007',
    '000000FERNHILL0000790',
    '000000FERNHILL00007A',
    '000000FÉRNHILL000079',
  ])('%j is refused because of its form', (typed) =>
    expect(Lei.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
      'An LEI has 20 characters: 18 letters or digits, then 2 digits',
    ]),
  )

  test('with a wrong letter or digit, or two adjacent ones swapped, has wrong check digits', () => {
    const lei = 'HWUPKR0MPOU8FGXBT394'
    const alike = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', ...'0123456789']
    const isDigit = (character = '') => /\d/.test(character)
    const wrong = [...lei].flatMap((character, place) => {
      const next = lei[place + 1]
      return [
        ...alike
          .filter((other) => other !== character && isDigit(other) === isDigit(character))
          .map((other) => lei.slice(0, place) + other + lei.slice(place + 1)),
        ...(next && next !== character && isDigit(next) === isDigit(character)
          ? [lei.slice(0, place) + next + character + lei.slice(place + 2)]
          : []),
      ]
    })
    expect(wrong.length).toBeGreaterThan(300)
    expect(wrong.filter((typed) => Lei.safeParse(typed).success)).toEqual([])
  })
})

test.each(['x', ' x \n', '12'])('%j is not an address', (text) => {
  expect(PostalAddress.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
    'Enter your full address',
  ])
  expect(PostalAddress.safeParse(' ').error?.issues).toMatchObject([{ message: 'Enter your address' }])
})
