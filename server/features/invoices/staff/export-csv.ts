import { Readable } from 'node:stream'
import { decimalText } from '#contract/money.ts'
import { dueDay, isOverdue } from '#domain/invoices/invoice-dates.ts'
import { londonDate } from '#domain/plain-date.ts'
import { creditNumbersOf } from '#server/model/invoices/invoice-entries.ts'
import { outstanding } from '#server/model/invoices/invoice-view.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import { CSV_START, csvLine } from '#server/platform/http/send-file.ts'
import type { Services } from '#server/services.ts'
import { type InvoiceSearch, type ListedInvoice, searchInvoices } from './invoice-list.ts'

const PAGE_ROWS = 500
const HEAD = [
  ...['Number', 'Id', 'Status', 'Overdue', 'Client', 'Project', 'Currency'],
  ...['Net', 'Tax', 'Total', 'Paid', 'Outstanding', 'Date', 'Due date', 'Paid on'],
  // Added later and therefore last, so that programs that read columns by position still work.
  ...['Credited', 'Refunded', 'Tax point', 'VAT in GBP', 'Credit notes'],
]

/**
 * The matching invoices as CSV, read page by page while it is sent; the ledger records who exported them. Dates
 * are days in London, amounts plain decimals.
 */
export async function exportInvoices(
  services: Services,
  act: StaffAct,
  filters: InvoiceSearch,
): Promise<Readable> {
  const now = services.now()
  await services.database.transaction((tx) =>
    recordAct(tx, act, { at: now, type: 'invoices.exported', after: filters }),
  )
  return Readable.from(csvLines(services, filters, now))
}

async function* csvLines(services: Services, filters: InvoiceSearch, now: Date): AsyncGenerator<string> {
  yield CSV_START + csvLine(HEAD)
  const { db } = services.database
  let cursor: string | undefined
  do {
    const page = await searchInvoices(db, filters, { limit: PAGE_ROWS, cursor, now })
    const credits = await creditNumbersOf(
      db,
      page.found.map(({ row }) => row.id),
    )
    for (const found of page.found) yield csvLine(cellsOf(found, credits.get(found.row.id) ?? [], now))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}

function cellsOf({ row, clientName }: ListedInvoice, credits: readonly string[], now: Date): string[] {
  const money = (amount: number) => decimalText(amount, row.currency)
  return [
    ...[row.number ?? '', row.id, row.status, isOverdue(row, now) ? 'yes' : 'no', clientName],
    ...[row.projectName ?? '', row.currency.toUpperCase()],
    ...[row.subtotal, row.tax, row.total, row.amountPaid].map(money),
    money(row.status === 'open' ? outstanding(row) : 0),
    londonDate(row.datedAt),
    row.dueAt ? dueDay(row.dueAt) : (row.dueOn ?? ''),
    row.paidAt ? londonDate(row.paidAt) : '',
    ...[row.amountCredited, row.amountRefunded].map(money),
    row.taxPoint ?? '',
    row.vatGbp === null ? '' : decimalText(row.vatGbp, 'gbp'),
    credits.join(' '),
  ]
}
