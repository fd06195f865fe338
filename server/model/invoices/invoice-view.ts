import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import { INVOICES_PATH } from '#contract/invoices/invoice-values.ts'
import { type Invoice, InvoiceId } from '#contract/invoices/invoices.ts'
import type { TaxShare } from '#domain/invoices/invoice-totals.ts'
import { clientUsers, type InvoiceRow, invoices } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openText, sealerFor } from '#server/platform/fields/stored-values.ts'

/** What is left to pay while an invoice is open, otherwise its total (law §6.2). */
export function outstanding(
  row: Pick<InvoiceRow, 'status' | 'amountDue' | 'amountPaid' | 'amountRefunded'>,
): number {
  return row.status === 'open' ? row.amountDue - row.amountPaid + row.amountRefunded : row.amountDue
}

/** An invoice as its people read it; nothing internal leaves the server (security R16). */
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

/** Net and tax by rate, for the wire. */
export function presentShares(shares: readonly TaxShare[]): { tax_rate: number; net: number; tax: number }[] {
  return shares.map(({ taxRate, net, tax }) => ({ tax_rate: taxRate, net, tax }))
}

/** Whether a text can be an invoice's id. */
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

/** The payable invoices of a person's client, the earliest due date first and those without one last. */
export async function payableInvoices(db: Db, userId: number): Promise<PayableInvoice[]> {
  const { id, number, status, amountDue, amountPaid, amountRefunded, currency, dueAt } = invoices
  return db
    .select({ id, number, status, amountDue, amountPaid, amountRefunded, currency, dueAt })
    .from(invoices)
    .innerJoin(clientUsers, eq(clientUsers.clientId, invoices.clientId))
    .where(and(eq(clientUsers.userId, userId), eq(status, 'open')))
    .orderBy(sql`${dueAt} asc nulls last`, asc(id))
}

/**
 * The columns of a new link: its secret part, which the list of invoices and later emails show again, and the
 * hash by which it is found. With 256 random bits a hash needs no key, as with every other link (security R5).
 */
export async function newHostedLink(
  tx: Db,
  invoiceId: string,
): Promise<Pick<InvoiceRow, 'hostedToken' | 'hostedHash'>> {
  const token = randomBytes(32).toString('base64url')
  const seal = await sealerFor(tx)
  return { hostedToken: seal.text(token, placeOf(invoiceId)), hostedHash: hashOf(token) }
}

/**
 * Finds the invoice that a link leads to. One issued by a former release has no hash until its token is
 * encrypted.
 */
export function isHostedAt(token: string): SQL | undefined {
  return or(eq(invoices.hostedHash, hashOf(token)), sql`${invoices.hostedToken} = ${token}`)
}

/**
 * The path of an invoice's page for anyone with the link, without signing in. Links to a provider's page
 * expire; the path to it doesn't (law §6.2).
 */
export function hostedPath(
  db: Db,
  { id, hostedToken, providerRef }: Pick<InvoiceRow, 'id' | 'hostedToken' | 'providerRef'>,
): string {
  const token = openText(db, hostedToken, placeOf(id))
  if (!token) return INVOICES_PATH
  return providerRef ? `/api/hosted-invoices/${token}/open` : `/invoice/${token}`
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function placeOf(invoiceId: string): FieldPlace {
  return ['invoices', 'hosted_token', invoiceId]
}
