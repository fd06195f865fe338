import { Readable } from 'node:stream'
import { decimalText } from '#contract/money.ts'
import { dueDay, isOverdue } from '#domain/invoice-dates.ts'
import { londonDate } from '#domain/plain-date.ts'
import { outstanding } from '#server/records/invoice-view.ts'
import type { Services } from '#server/services.ts'
import { type FoundInvoice, type InvoiceSearch, searchInvoices } from './invoice-list.ts'
import { recordAct, type StaffAct } from './staff-act.ts'

const PAGE_ROWS = 500
const HEAD = [
  ...['Number', 'Id', 'Status', 'Overdue', 'Client', 'Project', 'Currency'],
  ...['Net', 'Tax', 'Total', 'Paid', 'Outstanding', 'Date', 'Due date', 'Paid on'],
]

/**
 * The invoices that match as CSV, read page by page while it is sent; the ledger notes who took it. Dates are days in
 * London, amounts plain decimals.
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
  // Spreadsheets take a file for their old encoding unless it begins like this.
  yield `\ufeff${csvLine(HEAD)}`
  let cursor: string | undefined
  do {
    const page = await searchInvoices(services.database.db, filters, { limit: PAGE_ROWS, cursor, now })
    for (const found of page.found) yield csvLine(cellsOf(found, now))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}

function cellsOf({ row, clientName }: FoundInvoice, now: Date): string[] {
  const money = (amount: number) => decimalText(amount, row.currency)
  return [
    ...[row.number ?? '', row.id, row.status, isOverdue(row, now) ? 'yes' : 'no', clientName],
    ...[row.projectName ?? '', row.currency.toUpperCase()],
    ...[row.subtotal, row.tax, row.total, row.amountPaid].map(money),
    money(row.status === 'open' ? outstanding(row) : 0),
    londonDate(row.datedAt),
    row.dueAt ? dueDay(row.dueAt) : (row.dueOn ?? ''),
    row.paidAt ? londonDate(row.paidAt) : '',
  ]
}

/** One line by RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** A cell that begins like a formula would be reckoned by a spreadsheet; an apostrophe makes it text (security R31). */
function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
