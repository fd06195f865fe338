import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCompanyNumber, companyNumberReading } from './company-number.ts'

describe('a company number', () => {
  it.each([
    ['01234567', '01234567'],
    ['1234567', '01234567'],
    ['6', '00000006'],
    [' 12 34 56 78 ', '12345678'],
    ['sc123456', 'SC123456'],
    ['SC-123456', 'SC123456'],
    ['SC1234', 'SC001234'],
    ['ni 12345', 'NI012345'],
    ['OC301234', 'OC301234'],
    ['R0000123', 'R0000123'],
    ['r123', 'R0000123'],
    ['IP00001R', 'IP00001R'],
    ['SP2700RS', 'SP2700RS'],
    ['OE000123', 'OE000123'],
    ['SL12345A', 'SL12345A'],
    ['CE012345', 'CE012345'],
  ])('%j is read as %s', (text, value) => {
    expect(checkCompanyNumber(text, 'GB')).toEqual({ ok: true, value })
    expect(checkCompanyNumber(text, undefined)).toEqual({ ok: true, value })
  })

  it.each([
    ['', 'Enter the company number'],
    ['  ', 'Enter the company number'],
    ['123456789', '8 characters, this one has 9'],
    ['SC1234567', '8 characters, this one has 9'],
    ['1234/567', 'only letters and digits'],
    ['COMPANY', 'No UK register has a number like this'],
    ['ABCDEFGH', 'No UK register has a number like this'],
    ['IP1R', 'No UK register has a number like this'],
    ['XX123456', 'No UK register has a number like this'],
    ['QQ1', 'No UK register has a number like this'],
    ['1234567A', 'No UK register has a number like this'],
    ['SC12345A', 'No UK register has a number like this'],
    ['RSABCDEF', 'No UK register has a number like this'],
    ['00000000', 'the number zero'],
    ['SC0', 'the number zero'],
  ])('%j is refused and shown in its correct form', (text, wrong) => {
    const check = checkCompanyNumber(text, 'GB')
    expect(check).toMatchObject({ ok: false, message: expect.stringContaining(wrong) })
    if (text.trim()) expect(check).toMatchObject({ message: expect.stringContaining('SC123456') })
  })

  it.each([
    ['01234567', ''],
    ['1234567', 'We read this as 01234567'],
    ['sc 123456', 'We read this as SC123456'],
    ['', ''],
    ['XX123456', ''],
  ])('%j is never silently read as something else: %j', (text, said) => {
    expect(companyNumberReading(text, 'GB')).toBe(said)
  })

  it.each(['HRB 12345 B', '552 100 554', 'B-123.456', '１２３'])('%j belongs to another country', (text) =>
    expect(checkCompanyNumber(text, 'DE')).toEqual({ ok: true, value: text }),
  )

  it.each(['unknown', '-', '<b>1</b>', '??1'])('%j belongs to no country', (text) =>
    expect(checkCompanyNumber(text, 'DE')).toMatchObject({ ok: false }),
  )

  it('of another country may have any form, but is required', () => {
    expect(checkCompanyNumber('  HRB  12345 B ', 'DE')).toEqual({ ok: true, value: 'HRB 12345 B' })
    expect(checkCompanyNumber(' ', 'DE').ok).toBe(false)
  })

  it('is the same however often it is read, and however it is spaced', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', 'SC', 'NI', 'OC', 'R0'),
        fc.integer({ min: 1, max: 999_999 }),
        (letters, number) => {
          const check = checkCompanyNumber(letters + number, 'GB')
          if (!check.ok) throw new Error(check.message)
          expect(check.value).toMatch(/^[A-Z0-9]{8}$/)
          expect(checkCompanyNumber(check.value, 'GB')).toEqual(check)
          expect(checkCompanyNumber(check.value.replace(/(..)/g, '$1 ').toLowerCase(), 'GB')).toEqual(check)
        },
      ),
    )
  })
})
