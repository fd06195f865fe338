import { and, asc, eq, sql } from 'drizzle-orm'
import { clientUsers, type InvoiceRow, invoices } from '#server/model/schema/billing.ts'
import type { Db } from '#server/platform/database/database.ts'

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
