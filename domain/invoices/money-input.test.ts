import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText, MAX_AMOUNT } from '#contract/money.ts'
import { amountText, parseAmount, parseQuantity, parseTaxRate } from './money-input.ts'

describe('an amount as typed', () => {
  it.each([
    ['4250', 'gbp', 425_000],
    ['4,250.00', 'gbp', 425_000],
    [' 1250.5 ', 'gbp', 125_050],
    ['0.01', 'eur', 1],
    ['0', 'eur', 0],
    ['500', 'jpy', 500],
    ['12.345', 'kwd', 12_345],
    ['£1,234.50', 'gbp', 123_450],
    ['€ 5', 'EUR', 500],
    ['¥1,200', 'jpy', 1_200],
    ['9,999,999,999.99', 'gbp', MAX_AMOUNT],
  ])('%j in %s is %i minor units', (typed, currency, amount) =>
    expect(parseAmount(typed, currency)).toBe(amount),
  )

  it.each([
    ['', 'gbp'],
    ['-5', 'gbp'],
    ['1.234', 'gbp'],
    ['1.5', 'jpy'],
    ['12,50', 'gbp'],
    ['1,25,000', 'gbp'],
    ['£5', 'eur'],
    ['££5', 'gbp'],
    ['£', 'gbp'],
    ['5£', 'gbp'],
    ['5e3', 'gbp'],
    ['.5', 'gbp'],
    ['5.', 'gbp'],
    ['10,000,000,000.00', 'gbp'],
  ])('%j in %s is refused', (typed, currency) => expect(parseAmount(typed, currency)).toBeNull())

  it('is shown for editing with commas and its currency’s decimals', () => {
    expect([amountText(125_050, 'gbp'), amountText(125_050, 'jpy')]).toEqual(['1,250.50', '125,050'])
  })

  it('reads back everything that it shows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MAX_AMOUNT }),
        fc.constantFrom('gbp', 'jpy', 'kwd'),
        (amount, currency) => {
          expect(parseAmount(decimalText(amount, currency), currency)).toBe(amount)
          expect(parseAmount(amountText(amount, currency), currency)).toBe(amount)
        },
      ),
    )
  })
})

describe('a tax rate as typed', () => {
  it.each([
    ['20', 2_000],
    ['20%', 2_000],
    ['5.5', 550],
    ['17.25 %', 1_725],
    ['0', 0],
    ['100', 10_000],
  ])('%j is %i', (typed, rate) => expect(parseTaxRate(typed)).toBe(rate))

  it.each(['', '100.01', '-1', '5.555', 'x', '1000'])('%j is refused', (typed) =>
    expect(parseTaxRate(typed)).toBeNull(),
  )
})

describe('a quantity as typed', () => {
  it.each([
    ['1', 1],
    [' 12 ', 12],
    ['1,000', 1000],
    ['1,000,000', 1_000_000],
  ])('%j is %i', (typed, quantity) => expect(parseQuantity(typed)).toBe(quantity))

  it.each(['', '0', '-1', '1.5', '10,00', '1e3', '1000001'])('%j is refused', (typed) =>
    expect(parseQuantity(typed)).toBeNull(),
  )
})
