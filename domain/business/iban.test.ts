import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkForeignAccount, ibanLength } from './iban.ts'

const RIGHT = [
  ['DE', 'DE89 3704 0044 0532 0130 00'],
  ['FR', 'FR14 2004 1010 0505 0001 3M02 606'],
  ['NL', 'nl91abna0417164300'],
  ['NO', 'NO93 8601 1117 947'],
  ['MT', 'MT84MALT011000012345MTLCAST001S'],
] as const

describe('an account number abroad', () => {
  it.each(RIGHT)('in %s may be the IBAN %s', (country, iban) =>
    expect(checkForeignAccount(iban, country)).toEqual({ ok: true, value: iban }),
  )

  it.each([
    ['DE', 'DE00 0000', /starts with DE and has 22 characters, this one has 8/],
    ['DE', 'FR14 2004 1010 0505 0001 3M02 606', /starts with DE/],
    ['DE', 'DE88 3704 0044 0532 0130 00', /wrong character/],
    ['DE', 'DE89 3704 0044 0532 0130 0!', /wrong character/],
  ])('in %s can’t be %s', (country, iban, message) =>
    expect(checkForeignAccount(iban, country)).toEqual({
      ok: false,
      message: expect.stringMatching(message),
    }),
  )

  it.each([
    ['US', 'US12 and anything'],
    ['DE', '0532 0130 00'],
    ['', 'DE00'],
  ])('in “%s” may be %s, for it is no IBAN there', (country, text) =>
    expect(checkForeignAccount(text, country)).toEqual({ ok: true, value: text }),
  )

  it('is refused with any one digit of its IBAN changed, or two neighbours swapped', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RIGHT),
        fc.nat(),
        fc.constantFrom(...'0123456789'),
        (right, at, other) => {
          const iban = right[1].replaceAll(' ', '').toUpperCase()
          const place = 2 + (at % (iban.length - 2))
          const [before = '', digit = ''] = iban.slice(place - 1, place + 1)
          fc.pre(/\d/.test(digit))
          const changed = iban.slice(0, place) + other + iban.slice(place + 1)
          const swapped = /\d/.test(before)
            ? iban.slice(0, place - 1) + digit + before + iban.slice(place + 1)
            : iban
          for (const typed of [changed, swapped])
            expect(checkForeignAccount(typed, right[0]).ok).toBe(typed === iban)
        },
      ),
    )
  })

  it('has the length of its country', () => {
    expect([ibanLength('NO'), ibanLength('LC'), ibanLength('US')]).toEqual([15, 32, undefined])
  })
})
