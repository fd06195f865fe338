import { formatMoney } from '#contract/money.ts'
import { dayText } from '#domain/date-text.ts'
import { isCredited } from '#domain/invoices/invoice-balance.ts'
import { taxRateText } from '#domain/invoices/invoice-totals.ts'
import type { InvoiceLineRow } from '#server/model/schema/invoices.ts'
import { type PdfDocument, pdfDocument } from '#server/platform/pdf/pdf-document.ts'
import { type Pen, penOn, SHEET, SHEET_MARGINS } from '#server/platform/pdf/pen.ts'
import type { PaperEntry } from './invoice-entries.ts'
import type { InvoicePaper } from './invoice-paper.ts'
import { outstanding } from './invoice-view.ts'

const LEAD = 14
const { left: MARGIN, right: RIGHT, bottom: BOTTOM, foot: FOOT, quiet: QUIET, brand: BRAND } = SHEET
/** Where the number columns end; the description has the rest. */
const COLUMNS = { quantity: 318, price: 398, tax: 444, amount: RIGHT }
const DESCRIPTION_WIDTH = 218

/** The file name under which an invoice is saved. */
export function invoiceFileName({ label }: Pick<InvoicePaper, 'label'>): string {
  return `invoice-${label}.pdf`
}

/** One of our invoices as a PDF. The same paper gives the same bytes. */
export async function invoicePdf(paper: InvoicePaper): Promise<Buffer> {
  const { row } = paper
  const pdf = await pdfDocument({
    title: `Invoice ${paper.label}`,
    at: row.issuedAt ?? row.createdAt,
    words: JSON.stringify(paper),
    margins: SHEET_MARGINS,
  })
  const pen = penOn(pdf)
  writeHead(paper, pen)
  writeParties(paper, pen)
  writeLines(paper, pen)
  writeTotals(paper, pen)
  writePayTo(paper, pen)
  if (row.memo) writeMemo(row.memo, pen)
  writeFeet(paper, pdf, pen)
  return pdf.bytes()
}

function writeHead(paper: InvoicePaper, pen: Pen): void {
  const { row, seller, dateStyle } = paper
  pen.mark(MARGIN, pen.y)
  pen.bold(seller.name, 12, MARGIN + 30, pen.y + 4)
  pen.down(58)
  pen.bold('Invoice', 24, MARGIN, pen.y)
  const standing = standingText(paper)
  if (standing) pen.boldRight(standing, 12, RIGHT, pen.y + 10, BRAND)
  pen.down(44)
  const facts = [
    ['Invoice number', row.status === 'draft' ? 'Draft' : paper.label],
    ['Date', dayText(row.datedAt, dateStyle)],
    // A draft without a tax point is supplied on the day it is issued.
    ...(row.taxPoint ? [['Tax point', dayText(row.taxPoint, dateStyle)]] : []),
    ['Due date', row.dueAt ? dayText(row.dueAt, dateStyle) : 'On receipt'],
    ...(row.projectName ? [['Project', row.projectName]] : []),
  ] as const
  for (const [name, value] of facts) {
    pen.text(`${name}:`, 9.5, MARGIN, pen.y, QUIET)
    for (const line of pen.wrap(value, 9.5, RIGHT - MARGIN - 96)) {
      pen.text(line, 9.5, MARGIN + 96, pen.y)
      pen.down(LEAD)
    }
  }
}

/** Its state, if a reader mustn't take it for a bill to pay. */
function standingText({ status, row, dateStyle }: InvoicePaper): string | undefined {
  switch (status) {
    case 'draft':
      return 'Draft, not an invoice yet'
    case 'paid':
      return isCredited(row) ? 'Credited' : `Paid${row.paidAt ? ` on ${dayText(row.paidAt, dateStyle)}` : ''}`
    case 'void':
      return 'Void'
    case 'open':
    case 'uncollectible':
      return undefined
    default:
      return status satisfies never
  }
}

function writeParties({ seller, buyer }: InvoicePaper, pen: Pen): void {
  pen.down(20)
  const top = pen.y
  const from = [
    seller.name,
    ...seller.address.split('\n'),
    seller.email,
    seller.phone,
    ...(seller.vatNumber ? [`VAT number: ${seller.vatNumber}`] : []),
    ...(seller.companyNumber ? [`Company number: ${seller.companyNumber}`] : []),
  ]
  const to = [
    buyer.name,
    ...(buyer.address?.split('\n') ?? []),
    ...(buyer.email ? [buyer.email] : []),
    ...(buyer.taxNumber ? [`Tax number: ${buyer.taxNumber}`] : []),
  ]
  const half = (RIGHT - MARGIN) / 2
  const ends = [
    writeAddress('From', from, MARGIN, half, pen, top),
    writeAddress('Billed to', to, MARGIN + half, half, pen, top),
  ]
  pen.down(Math.max(...ends) - top + 22)
}

function writeAddress(
  head: string,
  lines: string[],
  x: number,
  width: number,
  pen: Pen,
  top: number,
): number {
  pen.text(head, 9.5, x, top, QUIET)
  let y = top + LEAD
  lines.forEach((text, index) => {
    for (const line of pen.wrap(text, 9.5, width - 16)) {
      if (index === 0) pen.bold(line, 9.5, x, y)
      else pen.text(line, 9.5, x, y)
      y += LEAD
    }
  })
  return y
}

function writeLines({ lines, row }: InvoicePaper, pen: Pen): void {
  writeTableHead(pen)
  for (const line of lines) {
    const words = pen.wrap(line.description, 9.5, DESCRIPTION_WIDTH)
    if (pen.y + words.length * LEAD + 10 > BOTTOM) {
      pen.turn()
      writeTableHead(pen)
    }
    writeNumbers(line, row.currency, pen)
    for (const text of words) {
      pen.text(text, 9.5, MARGIN, pen.y)
      pen.down(LEAD)
    }
    pen.down(4)
    pen.rule()
    pen.down(6)
  }
}

function writeTableHead(pen: Pen): void {
  const { y } = pen
  pen.text('Description', 8.5, MARGIN, y, QUIET)
  pen.right('Quantity', 8.5, COLUMNS.quantity, y, QUIET)
  pen.right('Unit price', 8.5, COLUMNS.price, y, QUIET)
  pen.right('VAT', 8.5, COLUMNS.tax, y, QUIET)
  pen.right('Amount', 8.5, COLUMNS.amount, y, QUIET)
  pen.down(LEAD + 2)
  pen.rule()
  pen.down(6)
}

function writeNumbers(line: InvoiceLineRow, currency: string, pen: Pen): void {
  const { y } = pen
  pen.right(line.quantity.toLocaleString('en-US'), 9.5, COLUMNS.quantity, y)
  pen.right(formatMoney(line.unitAmount, currency), 9.5, COLUMNS.price, y)
  pen.right(taxRateText(line.taxRate), 9.5, COLUMNS.tax, y)
  pen.right(formatMoney(line.net, currency), 9.5, COLUMNS.amount, y)
}

function writeTotals(paper: InvoicePaper, pen: Pen): void {
  const { row, taxes } = paper
  const money = (amount: number) => formatMoney(amount, row.currency)
  const sums = [
    ['Subtotal', money(row.subtotal)],
    ...taxes.map(({ taxRate, net, tax }) => [`VAT ${taxRateText(taxRate)} on ${money(net)}`, money(tax)]),
    ...(taxes.length > 1 ? [['Total VAT', money(row.tax)]] : []),
    ...(row.vatGbp === null ? [] : [['Total VAT in pounds', formatMoney(row.vatGbp, 'gbp')]]),
    ['Total', money(row.total)],
    ...paper.entries.flatMap((entry) => entrySums(entry, paper)),
  ] as const
  // The totals stay on one page.
  if (pen.y + Math.min(sums.length + 2, 20) * 18 > BOTTOM) pen.turn()
  pen.down(6)
  for (const [name, value] of sums) {
    if (pen.y + 36 > BOTTOM) pen.turn()
    pen.right(name, 9.5, COLUMNS.tax, pen.y, QUIET)
    pen.right(value, 9.5, RIGHT, pen.y)
    pen.down(18)
  }
  const due = row.status === 'void' || row.status === 'paid' ? 0 : outstanding(row)
  pen.boldRight('Amount due', 12, COLUMNS.tax, pen.y)
  pen.boldRight(money(due), 12, RIGHT, pen.y)
  pen.down(30)
}

/** A payment, a credit note with its net and VAT by rate, or a refund, with its effect on the amount due. */
function entrySums(entry: PaperEntry, { row, dateStyle }: InvoicePaper): [string, string][] {
  const money = (amount: number) => formatMoney(amount, row.currency)
  const at = dayText(entry.at, dateStyle)
  switch (entry.kind) {
    case 'payment':
      return [[`Paid on ${at}`, `-${money(entry.amount)}`]]
    case 'refund':
      return [[`Refunded on ${at}`, money(entry.amount)]]
    case 'credit':
      return [
        [`Credit note ${entry.number} of ${at}`, `-${money(entry.amount)}`],
        ...entry.shares.map(({ taxRate, net, tax }): [string, string] => [
          `of which ${money(net)} net, VAT ${taxRateText(taxRate)} ${money(tax)}`,
          '',
        ]),
      ]
    default:
      return entry.kind satisfies never
  }
}

/** Bank details, while something is to be paid. */
function writePayTo({ payTo, label, row }: InvoicePaper, pen: Pen): void {
  if (!payTo || row.status !== 'open') return
  const facts = [
    ['Bank', payTo.bankName],
    ['Account name', payTo.accountName],
    ['Sort code', payTo.sortCode],
    ['Account number', payTo.accountNumber],
    ['IBAN', payTo.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    ['Reference', label],
  ] as const
  if (pen.y + (facts.length + 2) * LEAD > BOTTOM) pen.turn()
  pen.bold('How to pay', 9.5, MARGIN, pen.y)
  pen.down(LEAD + 2)
  for (const [name, value] of facts) {
    pen.text(`${name}:`, 9.5, MARGIN, pen.y, QUIET)
    for (const line of pen.wrap(value, 9.5, RIGHT - MARGIN - 96)) {
      pen.text(line, 9.5, MARGIN + 96, pen.y)
      pen.down(LEAD)
    }
  }
  pen.down(16)
}

function writeMemo(memo: string, pen: Pen): void {
  for (const paragraph of memo.split('\n'))
    for (const line of pen.wrap(paragraph, 9.5, RIGHT - MARGIN)) {
      if (pen.y + LEAD > BOTTOM) pen.turn()
      pen.text(line, 9.5, MARGIN, pen.y)
      pen.down(LEAD)
    }
}

/** Number and page at the foot of each page, so that a single page still shows what it belongs to. */
function writeFeet({ label, seller, status }: InvoicePaper, { doc }: PdfDocument, pen: Pen): void {
  const { start, count } = doc.bufferedPageRange()
  const name = status === 'draft' ? 'Draft' : `Invoice ${label}`
  for (let index = start; index < start + count; index++) {
    doc.switchToPage(index)
    const y = FOOT
    pen.ruleAt(y)
    pen.text(`${name}, ${seller.name}`, 8, MARGIN, y + 7, QUIET)
    pen.right(`Page ${index - start + 1} of ${count}`, 8, RIGHT, y + 7, QUIET)
  }
}
