import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INVOICE_STATUSES, type OwnInvoiceStatus } from '#contract/invoices/invoice-values.ts'
import { type InvoiceCommand, invoiceAfter, invoiceRefusal, isPayable } from './invoice-machine.ts'

const COMMANDS: readonly InvoiceCommand[] = ['finalise', 'pay', 'void', 'mark_uncollectible', 'delete']

/** Every pair of status and command, in the order of `COMMANDS`. */
const TABLE: [OwnInvoiceStatus, (OwnInvoiceStatus | 'deleted' | null)[]][] = [
  ['draft', ['open', null, null, null, 'deleted']],
  ['open', [null, 'paid', 'void', 'uncollectible', null]],
  ['uncollectible', [null, 'paid', 'void', null, null]],
  ['paid', [null, null, null, null, null]],
  ['void', [null, null, null, null, null]],
]

describe('the status of an invoice', () => {
  it.each(TABLE)('from %s', (status, expected) => {
    expect(COMMANDS.map((command) => invoiceAfter(status, command))).toEqual(expected)
  })

  it('says why a command is refused', () => {
    for (const [status, expected] of TABLE)
      COMMANDS.forEach((command, index) => {
        if (expected[index] === null) expect(invoiceRefusal(status, command)).toMatch(/^This invoice .+\.$/)
      })
    expect(invoiceRefusal('paid', 'pay')).toBe(
      'This invoice is already paid. You don’t need to pay anything else.',
    )
    expect(invoiceRefusal('void', 'pay')).toBe('This invoice is void, so it cannot be paid.')
  })

  it('stays paid or void, is paid at most once, and never becomes a draft again', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...COMMANDS), { maxLength: 12 }), (commands) => {
        let status: OwnInvoiceStatus | 'deleted' = 'draft'
        let payments = 0
        for (const command of commands) {
          if (status === 'deleted') break
          const next = invoiceAfter(status, command)
          if (next === null) continue
          expect(next).not.toBe('draft')
          expect(['paid', 'void']).not.toContain(status)
          if (command === 'pay') payments++
          status = next
        }
        expect(payments).toBe(status === 'paid' ? 1 : 0)
      }),
    )
  })

  it.each([...INVOICE_STATUSES, 'OPEN', 'Open', 'processing'])(
    'offers payment of %s only if open',
    (status) => {
      expect(isPayable(status)).toBe(status.toLowerCase() === 'open')
    },
  )
})
