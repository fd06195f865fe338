import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AdminInvoice } from '#contract/invoices/admin-invoices.ts'
import { MAX_QUANTITY } from '#contract/invoices/invoice-values.ts'
import { INVOICE_CURRENCIES, MAX_AMOUNT } from '#contract/money.ts'
import { type DraftValues, draftFields, draftValues, InvoiceDraftForm, newLine } from './draft-values.ts'

const LINE = { description: 'Monitoring', quantity: '3', unit_amount: '1,234.50', tax_rate: '20' }

function typed(changes: Partial<DraftValues> = {}): DraftValues {
  return { ...draftValues(undefined, 7), lines: [LINE], ...changes }
}

function problems(values: DraftValues): Record<string, string> {
  const { error } = InvoiceDraftForm.safeParse(values)
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

describe('a draft as it is typed', () => {
  it('is read as people mean it', () => {
    const values = typed({
      project_id: '4',
      due_on: { day: '3', month: '12', year: '2099' },
      lines: [LINE, { description: ' Fee ', quantity: '1,000', unit_amount: '£0.05', tax_rate: '5.5%' }],
    })
    expect(problems(values)).toEqual({})
    expect(draftFields(values)).toEqual({
      client_id: 7,
      project_id: 4,
      currency: 'gbp',
      due_on: '2099-12-03',
      tax_point: null,
      vat_gbp: null,
      memo: null,
      lines: [
        { description: 'Monitoring', quantity: 3, unit_amount: 123_450, tax_rate: 2000 },
        { description: 'Fee', quantity: 1000, unit_amount: 5, tax_rate: 550 },
      ],
    })
  })

  it('is not due on a day that has passed', () => {
    const values = typed({ due_on: { day: '1', month: '3', year: '2026' } })
    expect(problems(values)).toEqual({
      due_on: 'This date has passed. Enter today or a later date, or leave it empty for now',
    })
  })

  it('may be without lines and due date for now', () => {
    expect(problems(typed({ lines: [] }))).toEqual({})
  })

  it('says at each field what is wrong with it', () => {
    const line = { description: ' ', quantity: '0', unit_amount: '12,50', tax_rate: '101' }
    const values = typed({
      client_id: '',
      due_on: { day: '31', month: '2', year: '2026' },
      tax_point: { day: '31', month: '2', year: '2026' },
      lines: [LINE, line],
    })
    expect(problems(values)).toEqual({
      client_id: 'Choose a client from the list',
      due_on: 'Enter a real date, or leave it empty for now',
      tax_point: 'Enter a real date, or leave it empty',
      'lines.1.description': 'Say what this line is for',
      'lines.1.quantity': 'Enter a whole number from 1 to 1,000,000',
      'lines.1.unit_amount': 'Enter an amount, like 1,250.00',
      'lines.1.tax_rate': 'Enter a rate from 0 to 100',
    })
  })

  it('accepts no decimals in a currency without them', () => {
    const lines = [{ ...LINE, unit_amount: '1250.50' }]
    expect(problems(typed({ currency: 'jpy', lines }))).toEqual({
      'lines.0.unit_amount': 'Enter an amount, like 1,250',
    })
    expect(draftFields(typed({ currency: 'jpy', lines: [{ ...LINE, unit_amount: '1,250' }] })).lines).toEqual(
      [expect.objectContaining({ unit_amount: 1250 })],
    )
  })

  it('is refused if it exceeds the most for one invoice', () => {
    const lines = [{ ...LINE, quantity: '1000000', unit_amount: '9,999,999,999.99' }]
    expect(problems(typed({ lines }))).toEqual({
      lines: 'The total is over the limit for one invoice. Split it into several.',
    })
  })

  it('taxes a further line like the one before it', () => {
    expect([newLine().tax_rate, newLine({ ...LINE, tax_rate: '5' }).tax_rate]).toEqual(['20', '5'])
  })
})

it('is sent unchanged if opened again unchanged', () => {
  const line = fc.record({
    description: fc.constantFrom('Verification', 'Überprüfung'),
    quantity: fc.integer({ min: 1, max: MAX_QUANTITY }),
    unit_amount: fc.integer({ min: 0, max: MAX_AMOUNT }),
    tax_rate: fc.integer({ min: 0, max: 10_000 }),
  })
  const draft = fc.record({
    client_id: fc.integer({ min: 1 }),
    project_id: fc.option(fc.integer({ min: 1 })),
    currency: fc.constantFrom(...INVOICE_CURRENCIES),
    due_on: fc.constantFrom(null, '2026-02-28', '2028-02-29'),
    tax_point: fc.constantFrom(null, '2026-02-28'),
    vat_gbp: fc.constant(null),
    memo: fc.constantFrom(null, 'Thank you'),
    lines: fc.array(line, { maxLength: 4 }),
  })
  fc.assert(
    fc.property(draft, (fields) => {
      expect(draftFields(draftValues(fields as unknown as AdminInvoice))).toEqual(fields)
    }),
  )
})
