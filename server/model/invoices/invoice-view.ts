import { and, asc, eq, sql } from 'drizzle-orm'
import { type Invoice, InvoiceId } from '#contract/invoices/invoices.ts'
import type { TaxShare } from '#domain/invoices/invoice-totals.ts'
import { clientUsers, type InvoiceRow, invoices } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { hostedPath } from './hosted-link.ts'

/** What is left to pay while an invoice is open, else what it came to (law §6.2). */
export function outstanding(
  row: Pick<InvoiceRow, 'status' | 'amountDue' | 'amountPaid' | 'amountRefunded'>,
): number {
  return row.status === 'open' ? row.amountDue - row.amountPaid + row.amountRefunded : row.amountDue
}

/** An invoice as its people read it; nothing internal leaves here (security R16). */
export function presentInvoice(db: Db, row: InvoiceRow, publicUrl: string): Invoice {
  const isIssued = row.status !== 'draft'
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    amount_due: outstanding(row),
    currency: row.currency,
    created: unixSeconds(row.datedAt),
    due_date: row.dueAt && unixSeconds(row.dueAt),
    project_name: row.projectName,
    hosted_invoice_url: isIssued ? publicUrl + hostedPath(db, row) : null,
    pdf_url: isIssued ? `${publicUrl}/api/invoices/${row.id}/pdf` : null,
  }
}

/** Net and tax by rate, as they are answered. */
export function presentShares(shares: readonly TaxShare[]): { tax_rate: number; net: number; tax: number }[] {
  return shares.map(({ taxRate, net, tax }) => ({ tax_rate: taxRate, net, tax }))
}

/** Whether a text can be the id of an invoice. */
export function isInvoiceId(text: string): boolean {
  return InvoiceId.safeParse(text).success
}

function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

type PayableInvoice = Pick<
  InvoiceRow,
  'id' | 'number' | 'status' | 'amountDue' | 'amountPaid' | 'amountRefunded' | 'currency' | 'dueAt'
>

/** The invoices of a person's client that can be paid, the one that is due first in front; without a due date, last. */
export async function payableInvoices(db: Db, userId: number): Promise<PayableInvoice[]> {
  const { id, number, status, amountDue, amountPaid, amountRefunded, currency, dueAt } = invoices
  return db
    .select({ id, number, status, amountDue, amountPaid, amountRefunded, currency, dueAt })
    .from(invoices)
    .innerJoin(clientUsers, eq(clientUsers.clientId, invoices.clientId))
    .where(and(eq(clientUsers.userId, userId), eq(status, 'open')))
    .orderBy(sql`${dueAt} asc nulls last`, asc(id))
}
