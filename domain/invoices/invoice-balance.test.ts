import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  type Balance,
  balanceAfter,
  creditShares,
  dueOf,
  entryRefusal,
  type InvoiceEntry,
  isCredited,
  largestEntry,
  refundableOf,
  refundWithCredit,
  sharesLeft,
  statusWith,
} from './invoice-balance.ts'
import type { TaxShare } from './invoice-totals.ts'
import { invoiceTotals } from './invoice-totals.ts'

const issued = (total: number): Balance => ({ total, paid: 0, credited: 0, refunded: 0 })
const entry = (kind: InvoiceEntry['kind'], amount: number): InvoiceEntry => ({ kind, amount })

const ENTRIES = fc.array(
  fc.record({
    kind: fc.constantFrom('payment' as const, 'credit' as const, 'refund' as const),
    amount: fc.integer({ min: -5, max: 15_000 }),
  }),
)

describe('the balance of an invoice', () => {
  it('always equals the total, whatever is recorded', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12_000 }), ENTRIES, (total, entries) => {
        let balance = issued(total)
        for (const entry of entries) {
          if (entryRefusal(balance, entry, 'gbp')) {
            expect(() => balanceAfter(balance, entry)).toThrow(RangeError)
            continue
          }
          balance = balanceAfter(balance, entry)
          const { paid, credited, refunded } = balance
          expect(paid + credited - refunded + dueOf(balance)).toBe(total)
          for (const sum of [dueOf(balance), refundableOf(balance), credited, refunded, total - credited])
            expect(sum).toBeGreaterThanOrEqual(0)
          expect(statusWith('open', balance)).toBe(dueOf(balance) === 0 ? 'paid' : 'open')
        }
      }),
    )
  })

  it.each([
    [entry('payment', 12_001), 'Only £120.00 is still due. Enter that or less.'],
    [entry('payment', 0), 'Enter an amount above zero.'],
    [entry('credit', 12_001), 'Only £120.00 can still be credited. Enter that or less.'],
    [entry('refund', 1), 'Nothing has been paid that could be sent back.'],
  ])('refuses %o', (entry, sentence) => expect(entryRefusal(issued(12_000), entry, 'gbp')).toBe(sentence))

  it('is refunded by a credit note for what was already paid', () => {
    const partPaid = balanceAfter(issued(12_000), entry('payment', 10_000))
    expect(refundWithCredit(partPaid, 2_000)).toBe(0)
    expect(refundWithCredit(partPaid, 5_000)).toBe(3_000)
    const all = balanceAfter(partPaid, entry('credit', 12_000))
    expect(all).toEqual({ total: 12_000, paid: 10_000, credited: 12_000, refunded: 10_000 })
    expect([dueOf(all), largestEntry(all, 'refund')]).toEqual([0, 0])
    expect(isCredited({ status: statusWith('open', all), amountDue: 0 })).toBe(true)
    expect(isCredited({ status: 'paid', amountDue: 1 })).toBe(false)
  })

  it('is due again after a refund, and a write-off remains one', () => {
    const paid = balanceAfter(issued(12_000), entry('payment', 12_000))
    const back = balanceAfter(paid, entry('refund', 500))
    expect([statusWith('paid', back), dueOf(back)]).toEqual(['open', 500])
    expect(statusWith('uncollectible', issued(1))).toBe('uncollectible')
  })
})

describe('the shares of a credit note', () => {
  const LINES = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 50 }),
      unitAmount: fc.integer({ min: 0, max: 99_999_999 }),
      taxRate: fc.constantFrom(0, 500, 2000, 1999),
    }),
    { minLength: 1, maxLength: 6 },
  )

  test('add up to its amount, never take more of a rate than is left, and the last takes the rest', () => {
    fc.assert(
      fc.property(
        LINES,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
        (lines, parts) => {
          const { taxes, total } = invoiceTotals(lines)
          const given: TaxShare[] = []
          const grossOf = (shares: readonly TaxShare[]) =>
            shares.reduce((sum, { net, tax }) => sum + net + tax, 0)
          for (const part of [...parts, 1]) {
            const left = sharesLeft(taxes, given)
            const amount = Math.floor(grossOf(left) * part)
            const shares = creditShares(amount, left)
            expect(grossOf(shares)).toBe(amount)
            given.push(...shares)
            for (const { net, tax } of sharesLeft(taxes, given)) {
              expect(net).toBeGreaterThanOrEqual(0)
              expect(tax).toBeGreaterThanOrEqual(0)
            }
          }
          expect(grossOf(given)).toBe(total)
          expect(sharesLeft(taxes, given).every(({ net, tax }) => net === 0 && tax === 0)).toBe(true)
        },
      ),
    )
  })

  test('reduce each rate in proportion', () => {
    const taxes = [
      { taxRate: 0, net: 4_000, tax: 0 },
      { taxRate: 2000, net: 5_000, tax: 1_000 },
    ]
    expect(creditShares(5_000, taxes)).toEqual([
      { taxRate: 0, net: 2_000, tax: 0 },
      { taxRate: 2000, net: 2_500, tax: 500 },
    ])
    expect(() => creditShares(10_001, taxes)).toThrow(RangeError)
  })
})
