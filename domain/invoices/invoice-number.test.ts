import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoiceLabel, invoiceNumber, invoiceSeries } from './invoice-number.ts'

describe('numbers', () => {
  it.each([
    ['2026-12-31T23:59:59Z', '2026'],
    ['2027-01-01T00:00:00Z', '2027'],
  ])('issued at %s belong to the series of %s', (moment, series) =>
    expect(invoiceSeries(new Date(moment))).toBe(series),
  )

  it.each([
    [1, 'VC-2026-0001'],
    [142, 'VC-2026-0142'],
    [12_345, 'VC-2026-12345'],
  ])('the %ith is %s', (count, number) => expect(invoiceNumber('2026', count)).toBe(number))

  it('of a year differ, and sort in the order of their issue', () => {
    const count = fc.integer({ min: 1, max: 9999 })
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 2099 }), count, count, (year, left, right) => {
        const [a, b] = [left, right].map((n) => invoiceNumber(String(year), n)) as [string, string]
        expect(Math.sign(a < b ? -1 : Number(a > b))).toBe(Math.sign(left - right))
      }),
    )
  })

  it('stand for the invoice, or the first eight characters of its id do', () => {
    expect(invoiceLabel({ number: 'VC-2026-0001', id: 'in_1Pgc6tB7WZ' })).toBe('VC-2026-0001')
    expect(invoiceLabel({ number: null, id: 'in_1Pgc6tB7WZ' })).toBe('in_1Pgc6')
    expect(invoiceLabel({ number: '', id: 'in_1' })).toBe('in_1')
  })
})
