import { describe, expect, test } from 'vitest'
import type { InvoiceStatus } from '#contract/invoices/invoices.ts'
import { invoiceTotals, lineTotals } from '#domain/invoices/invoice-totals.ts'
import type { InvoiceLineRow, InvoiceRow } from '#server/model/schema/invoices.ts'
import { pdfText, squeezed } from '#server/testing/pdf-text.ts'
import type { InvoicePaper } from './invoice-paper.ts'
import { invoicePdf } from './invoice-pdf.ts'

interface Wanted {
  lines?: [description: string, quantity: number, unitAmount: number, taxRate: number][]
  status?: InvoiceStatus
  currency?: string
  buyer?: string
  row?: Partial<InvoiceRow>
  entries?: InvoicePaper['entries']
}

const LINES: NonNullable<Wanted['lines']> = [
  ['Verification of 1,200 credits', 3, 125_050, 2000],
  ['Registry fees', 1, 4_999, 0],
]

/** The content of an invoice, as its rows contain it. */
function paper({
  lines = LINES,
  status = 'open',
  currency = 'gbp',
  buyer,
  row,
  entries = [],
}: Wanted = {}): InvoicePaper {
  const rows: InvoiceLineRow[] = lines.map(([description, quantity, unitAmount, taxRate], index) => {
    const { net, tax } = lineTotals({ quantity, unitAmount, taxRate })
    return { invoiceId: 'i1', position: index + 1, description, quantity, unitAmount, taxRate, net, tax }
  })
  const { subtotal, tax, total, taxes } = invoiceTotals(rows)
  const at = new Date('2026-03-10T10:00:00Z')
  return {
    label: 'VC-2026-0142',
    dateStyle: 'uk',
    entries,
    payTo: {
      accountName: 'Verdaccord Limited',
      bankName: 'Example Bank',
      sortCode: '20-20-15',
      accountNumber: '55555555',
      iban: 'GB33BUKB20201555555555',
    },
    status,
    seller: {
      name: 'Verdaccord Limited',
      address: '1 Carbon Exchange, London EC2V 0AA',
      email: 'hello@verdaccord.example',
      phone: '020 7946 0123',
      vatNumber: 'GB123456789',
      companyNumber: '01234567',
    },
    buyer: {
      name: buyer ?? 'Fernhill Partners',
      address: '2 Peat Road\nInverness IV99 1AA',
      email: null,
      taxNumber: 'GB 123 4567 89',
    },
    lines: rows,
    taxes,
    row: {
      id: 'i1',
      clientId: 1,
      projectId: null,
      provider: 'ledger',
      providerRef: null,
      status,
      version: 1,
      number: 'VC-2026-0142',
      currency,
      subtotal,
      tax,
      total,
      amountDue: total,
      amountPaid: status === 'paid' ? total : 0,
      amountCredited: 0,
      amountRefunded: 0,
      taxPoint: '2026-03-09',
      vatGbp: null,
      projectName: 'Glenmore Peatland',
      memo: 'Please quote the number.',
      dueOn: '2026-03-31',
      dueAt: new Date('2026-03-31T22:59:59Z'),
      datedAt: at,
      issuedAt: at,
      paidAt: status === 'paid' ? new Date('2026-03-20T09:00:00Z') : null,
      voidedAt: null,
      uncollectibleAt: null,
      dueSoonToldAt: null,
      overdueToldAt: null,
      hostedToken: null,
      hostedHash: null,
      requestKey: null,
      parties: null,
      issueAttempt: 0,
      createdAt: at,
      updatedAt: at,
      ...row,
    },
  }
}

const read = async (paper: InvoicePaper) => (await pdfText(await invoicePdf(paper))).join('')

describe('the PDF of an invoice', () => {
  test('says who owes what to whom, for what, and by when', async () => {
    const text = await read(paper())
    for (const words of [
      'Invoice number: VC-2026-0142',
      'Date: 10 Mar 2026',
      'Tax point: 9 Mar 2026',
      'VAT number: GB123456789',
      'Sort code: 20-20-15',
      // A calendar day in London, where the clocks changed two days before.
      'Due date: 31 Mar 2026',
      'Project: Glenmore Peatland',
      'Verdaccord Limited',
      'Fernhill Partners',
      'Inverness IV99 1AA',
      'Tax number: GB 123 4567 89',
      'Verification of 1,200 credits',
      'Registry fees',
      'Please quote the number.',
    ])
      expect(text).toContain(squeezed(words))
  })

  test('shows every amount as in its row', async () => {
    const text = await read(paper())
    for (const words of [
      '3£1,250.5020%£3,751.50',
      '1£49.990%£49.99',
      'Subtotal£3,801.49',
      'VAT 0% on £49.99£0.00',
      'VAT 20% on £3,751.50£750.30',
      'Total VAT£750.30',
      'Total£4,551.79',
      'Amount due£4,551.79',
    ])
      expect(text).toContain(squeezed(words))
    expect(text).not.toContain('Paid')
  })

  test('shows currencies without decimals as such', async () => {
    const text = await read(paper({ currency: 'jpy', lines: [['Survey', 1, 500, 1000]] }))
    expect(text).toContain(squeezed('Total¥550'))
    expect(text).not.toContain('.00')
  })

  test.each([
    ['paid', 'Paid on 20 Mar 2026', 'Amount due£0.00'],
    ['void', 'Void', 'Amount due£0.00'],
    ['draft', 'Draft, not an invoice yet', 'Amount due£4,551.79'],
  ] as const)('that is %s says so, so that no one pays it', async (status, standing, due) => {
    const text = await read(paper({ status }))
    expect(text).toContain(squeezed(standing))
    expect(text).toContain(squeezed(due))
  })

  test('continues on further pages, each with its number, and loses no line', async () => {
    const lines = Array.from({ length: 100 }, (_, n): [string, number, number, number] => [
      `Line ${n + 1} ${'of a long text that takes more room than one row of the table has '.repeat(n % 4)}`,
      1,
      100 + n,
      2000,
    ])
    const pages = await pdfText(await invoicePdf(paper({ lines })))
    expect(pages.length).toBeGreaterThan(4)
    pages.forEach((page, index) => {
      expect(page).toContain(squeezed(`Invoice VC-2026-0142, Verdaccord Limited`))
      expect(page).toContain(squeezed(`Page ${index + 1} of ${pages.length}`))
    })
    const whole = pages.join('')
    for (let n = 0; n < 100; n++) expect(whole).toContain(squeezed(`£${((100 + n) / 100).toFixed(2)}20%`))
    // The totals stay on one page.
    expect(pages.filter((page) => page.includes('Subtotal'))).toEqual(
      pages.filter((page) => page.includes('Amountdue')),
    )
  })

  test('prints names in any script, and breaks long ones', async () => {
    const names = ['Łukasz Żółć & Σία', 'Дмитрий Їжак', '王小明株式会社', 'W'.repeat(300)]
    for (const buyer of names) expect(await read(paper({ buyer }))).toContain(squeezed(buyer))
  })

  test('is the same file each time', async () => {
    const [first, second] = [await invoicePdf(paper()), await invoicePdf(paper())]
    expect(first.equals(second)).toBe(true)
  })
})
