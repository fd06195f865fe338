import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkTaxNumber } from './tax-number.ts'

describe('a tax number', () => {
  it.each([
    ['980780684', 'vat', 'GB980780684'],
    ['GB 980 7806 84', 'vat', 'GB980780684'],
    ['gb980-7806-84', 'vat', 'GB980780684'],
    ['XI337440071', 'vat', 'XI337440071'],
    ['980780684001', 'vat', 'GB980780684001'],
    ['GBGD001', 'vat', 'GBGD001'],
    ['GD499', 'vat', 'GBGD499'],
    ['HA500', 'vat', 'GBHA500'],
    ['1123456789', 'utr', '1123456789'],
    ['11234 56789', 'utr', '1123456789'],
    ['1123456789K', 'utr', '1123456789'],
  ])('%j is a %s', (text, kind, value) => {
    expect(checkTaxNumber(text, 'GB')).toEqual({ ok: true, kind, value })
  })

  it.each([
    ['980780685', 'VAT number'],
    ['GB337440072', 'VAT number'],
    ['GD500', 'VAT number'],
    ['HA499', 'VAT number'],
    ['1123456780', 'UTR'],
    ['2123456789', 'UTR'],
    ['12345', 'neither a VAT number nor a UTR'],
    ['DE123456789', 'neither a VAT number nor a UTR'],
    ['GB1123456789', 'neither a VAT number nor a UTR'],
    ['', 'neither a VAT number nor a UTR'],
  ])('%j is refused as %s and shown in its correct form', (text, wrong) => {
    const check = checkTaxNumber(text, 'GB')
    expect(check).toMatchObject({ ok: false, message: expect.stringContaining(wrong) })
    expect(check).toMatchObject({ message: expect.stringContaining('GB 980 7806 84') })
  })

  it('of a company abroad is accepted unchanged', () => {
    expect(checkTaxNumber(' DE 123456789', 'DE')).toEqual({
      ok: true,
      kind: 'foreign',
      value: 'DE 123456789',
    })
  })

  it('of a UTR has exactly one check digit for each nine digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{9}$/), (rest) => {
        const right = [...'0123456789'].filter((digit) => checkTaxNumber(digit + rest, 'GB').ok)
        expect(right).toHaveLength(1)
      }),
    )
  })

  it('of a VAT number has few check digits for each seven digits, and fewer in the old series', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{7}$/), (rest) => {
        const right = Array.from({ length: 100 }, (_, check) => rest + String(check).padStart(2, '0')).filter(
          (number) => checkTaxNumber(number, 'GB').ok,
        )
        const isOldSeries = rest.startsWith('0')
        expect(right.length).toBeGreaterThanOrEqual(isOldSeries ? 1 : 3)
        expect(right.length).toBeLessThanOrEqual(isOldSeries ? 2 : 6)
      }),
    )
  })
})
