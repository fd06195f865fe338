import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { currencyDecimals, decimalText, formatMoney, MAX_AMOUNT } from './money.ts'

describe('money on screen', () => {
  it.each([
    [425_000, 'gbp', '£4,250.00'],
    [118_050, 'GBP', '£1,180.50'],
    [0, 'eur', '€0.00'],
    [5, 'usd', '$0.05'],
    [500, 'jpy', '¥500'],
    [12_345, 'krw', '₩12,345'],
    [150_000, 'isk', 'ISK 1,500.00'],
    [150_050, 'huf', 'HUF 1,500.50'],
    [12_340, 'kwd', 'KWD 12.34'],
    [12_345, 'kwd', 'KWD 12.345'],
    [-1_250, 'gbp', '-£12.50'],
    [MAX_AMOUNT, 'gbp', '£9,999,999,999.99'],
    [1_250, 'zz', 'ZZ 12.50'],
  ])('%i of %s is shown as %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency).replaceAll('\u00a0', ' ')).toBe(text)
  })

  it('shows every minor unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT }),
        fc.constantFrom('gbp', 'jpy', 'kwd', 'huf'),
        (amount, currency) => {
          const digits = decimalText(amount, currency).replace('.', '')
          expect(Number(digits)).toBe(amount)
          expect(formatMoney(amount, currency).replace(/[^\d]/g, '').replace(/^0+/, '')).toBe(
            (currency === 'kwd' && amount % 10 === 0 ? digits.slice(0, -1) : digits).replace(/^[-0]+/, ''),
          )
        },
      ),
    )
  })
})

test('uses the table’s decimals, whatever Intl says', () => {
  expect(['jpy', 'ugx', 'gbp', 'isk', 'huf', 'idr', 'cop', 'bhd'].map(currencyDecimals)).toEqual([
    0, 0, 2, 2, 2, 2, 2, 3,
  ])
})
