import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkAccountNumber, checkSortCode } from './settlement.ts'

describe('a sort code', () => {
  it.each(['123456', '12-34-56', '12 34 56', '12–34–56', ' 12-3456 '])('%j is accepted', (text) =>
    expect(checkSortCode(text, 'GB')).toEqual({ ok: true, value: '12-34-56' }),
  )

  it.each(['', '12345', '1234567', '12-34-5a', '12.34.56', 'ABCDEF'])('%j is refused', (text) =>
    expect(checkSortCode(text, 'GB')).toEqual({
      ok: false,
      message: 'A sort code has 6 digits. Enter it like 12-34-56',
    }),
  )

  it('of a foreign bank may be any code', () => {
    expect(checkSortCode(' COBA DE FF ', 'DE')).toEqual({ ok: true, value: 'COBA DE FF' })
  })
})

describe('an account number', () => {
  it.each(['12345678', '1234 5678', '1234-5678', '00000001'])('%j is accepted', (text) =>
    expect(checkAccountNumber(text, 'GB')).toEqual({ ok: true, value: text.replace(/\D/g, '') }),
  )

  it.each([
    ['12', 'An account number has 8 digits, this one has 2. Enter 8 digits, like 12345678'],
    ['1234567', 'If yours has 7, ask your bank how to write it with 8'],
    ['123456', 'If yours has 6'],
    ['123456789', 'this one has 9'],
    ['1234567x', 'only digits'],
    ['GB29NWBK60161331926819', 'This is an IBAN'],
  ])('%j is refused with advice', (text, advice) =>
    expect(checkAccountNumber(text, 'GB')).toMatchObject({
      ok: false,
      message: expect.stringContaining(advice),
    }),
  )

  it('of a foreign bank may be an IBAN or anything else', () => {
    const iban = 'DE89 3704 0044 0532 0130 00'
    expect(checkAccountNumber(iban, 'DE')).toEqual({ ok: true, value: iban })
  })

  it('and a sort code do not change when read again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d -]{0,12}$/), (text) => {
        for (const check of [checkSortCode, checkAccountNumber]) {
          const once = check(text, 'GB')
          if (once.ok) expect(check(once.value, 'GB')).toEqual(once)
        }
      }),
    )
  })
})
