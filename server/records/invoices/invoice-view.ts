import { INVOICES_PATH } from '#contract/billing.ts'
import { type Invoice, InvoiceId } from '#contract/invoices.ts'
import type { TaxShare } from '#domain/invoices/invoice-totals.ts'
import type { InvoiceRow } from '#server/platform/database/schema/billing.ts'

/** What is left to pay while an invoice is open, else what it came to (law §6.2). */
export function outstanding(
  row: Pick<InvoiceRow, 'status' | 'amountDue' | 'amountPaid' | 'amountRefunded'>,
): number {
  return row.status === 'open' ? row.amountDue - row.amountPaid + row.amountRefunded : row.amountDue
}

/**
 * The path under which anyone who has the link reads an invoice, without signing in. A provider's page has links that
 * expire; the path to it does not (law §6.2).
 */
export function hostedPath({ hostedToken, providerRef }: InvoiceRow): string {
  if (!hostedToken) return INVOICES_PATH
  return providerRef ? `/api/hosted-invoices/${hostedToken}/open` : `/invoice/${hostedToken}`
}

/** An invoice as its people read it; nothing internal leaves here (security R16). */
export function presentInvoice(row: InvoiceRow, publicUrl: string): Invoice {
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
    hosted_invoice_url: isIssued ? publicUrl + hostedPath(row) : null,
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
