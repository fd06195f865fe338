import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoiceTotals, lineTotals, type PricedLine, taxRateText } from './invoice-totals.ts'

const priced = (quantity: number, unitAmount: number, taxRate: number): PricedLine => ({
  quantity,
  unitAmount,
  taxRate,
})

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 1_000_000 }),
  unitAmount: fc.integer({ min: 0, max: 1_000_000 }),
  taxRate: fc.integer({ min: 0, max: 10_000 }),
})

describe('a line', () => {
  it.each([
    [priced(1, 1_000, 2_000), { net: 1_000, tax: 200, total: 1_200 }],
    [priced(3, 333, 2_000), { net: 999, tax: 200, total: 1_199 }],
    // 12.5 pence of tax, and 12.4: half rounds up, less rounds down.
    [priced(1, 250, 500), { net: 250, tax: 13, total: 263 }],
    [priced(1, 248, 500), { net: 248, tax: 12, total: 260 }],
    [priced(2, 0, 2_000), { net: 0, tax: 0, total: 0 }],
    [priced(5, 199, 0), { net: 995, tax: 0, total: 995 }],
    [
      priced(1_000_000, 999_999, 10_000),
      { net: 999_999_000_000, tax: 999_999_000_000, total: 1_999_998_000_000 },
    ],
  ])('%j adds up to %j', (pricedLine, totals) => expect(lineTotals(pricedLine)).toEqual(totals))

  it('is rounded by less than half a minor unit, exactly', () => {
    fc.assert(
      fc.property(line, (pricedLine) => {
        const { net, tax, total } = lineTotals(pricedLine)
        expect(total).toBe(net + tax)
        const off = BigInt(tax) * 10_000n - BigInt(net) * BigInt(pricedLine.taxRate)
        expect(off > -5_000n && off <= 5_000n).toBe(true)
      }),
    )
  })
})

describe('an invoice', () => {
  it('rounds each line and nothing else: three halves of a penny are three pence', () => {
    expect(invoiceTotals([priced(1, 250, 500), priced(1, 250, 500), priced(1, 250, 500)])).toEqual({
      subtotal: 750,
      tax: 39,
      total: 789,
      taxes: [{ taxRate: 500, net: 750, tax: 39 }],
    })
  })

  it('shows tax by rate, lowest first', () => {
    const { taxes } = invoiceTotals([priced(1, 1_000, 2_000), priced(1, 500, 0), priced(2, 100, 2_000)])
    expect(taxes).toEqual([
      { taxRate: 0, net: 500, tax: 0 },
      { taxRate: 2_000, net: 1_200, tax: 240 },
    ])
  })

  it('is the sum of its lines in any order, by line and by rate alike', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const totals = invoiceTotals(lines)
        const own = lines.map(lineTotals)
        const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
        expect(totals.subtotal).toBe(sum(own.map(({ net }) => net)))
        expect(totals.tax).toBe(sum(own.map(({ tax }) => tax)))
        expect(totals.total).toBe(totals.subtotal + totals.tax)
        expect(sum(totals.taxes.map(({ tax }) => tax))).toBe(totals.tax)
        expect(sum(totals.taxes.map(({ net }) => net))).toBe(totals.subtotal)
        expect(invoiceTotals(lines.toReversed())).toEqual(totals)
      }),
    )
  })
})

it.each([
  [2_000, '20%'],
  [550, '5.5%'],
  [0, '0%'],
  [1_725, '17.25%'],
])('a rate of %i is shown as %s', (rate, text) => expect(taxRateText(rate)).toBe(text))
