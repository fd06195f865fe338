import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import type { PaymentMethod, PaymentStatus } from '#contract/invoices/admin-invoices.ts'
import { isLiveAttempt } from '#domain/invoices/payment-state.ts'
import { type InvoiceRow, type PaymentRow, payments } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { outstanding } from './invoice-view.ts'

/** The last attempt to pay an invoice; undefined before the first. */
export async function lastPayment(db: Db, invoiceId: string): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(eq(payments.invoiceId, invoiceId))
    .orderBy(desc(payments.attempt))
    .limit(1)
  return row
}

/**
 * The attempt that a person continues on a locked invoice: the one in progress, otherwise a new one. Pressing
 * the button again, or in another window, leads to the same checkout (security A15).
 */
export async function beginPayment(
  tx: Db,
  invoice: InvoiceRow,
  how: { method: PaymentMethod; userId: number; at: Date },
): Promise<{ payment: PaymentRow; isNew: boolean }> {
  const last = await lastPayment(tx, invoice.id)
  if (last && isLiveAttempt(last, how.at)) return { payment: last, isNew: false }
  await endPending(tx, invoice.id, 'expired', how.at)
  const payment = await addPayment(tx, invoice, last, {
    method: how.method,
    status: 'pending',
    amount: outstanding(invoice),
    userId: how.userId,
    startedAt: how.at,
  })
  return { payment, isNew: true }
}

/**
 * Records a payment for a locked invoice: the attempt in progress succeeded, or there was none that we knew
 * about.
 */
export async function completePayment(
  tx: Db,
  invoice: InvoiceRow,
  how: {
    method: PaymentMethod
    amount: number
    note?: string
    receivedOn?: string
    requestKey?: string
    at: Date
  },
): Promise<void> {
  const last = await lastPayment(tx, invoice.id)
  // A payment that staff saw on an account didn't come through the checkout in progress.
  if (last?.status === 'pending' && how.method !== 'recorded') {
    await tx.update(payments).set({ status: 'succeeded', finishedAt: how.at }).where(eq(payments.id, last.id))
    return
  }
  await endPending(tx, invoice.id, 'cancelled', how.at)
  await addPayment(tx, invoice, last, {
    method: how.method,
    status: 'succeeded',
    amount: how.amount,
    note: how.note,
    receivedOn: how.receivedOn,
    requestKey: how.requestKey,
    startedAt: how.at,
    finishedAt: how.at,
  })
}

/** Ends the attempt in progress on a locked invoice, if there is one. */
export async function endPending(
  tx: Db,
  invoiceId: string,
  status: Exclude<PaymentStatus, 'pending' | 'succeeded'>,
  at: Date,
): Promise<void> {
  await tx
    .update(payments)
    .set({ status, finishedAt: at })
    .where(and(eq(payments.invoiceId, invoiceId), eq(payments.status, 'pending')))
}

async function addPayment(
  tx: Db,
  invoice: InvoiceRow,
  last: PaymentRow | undefined,
  values: Omit<typeof payments.$inferInsert, 'id' | 'invoiceId' | 'attempt' | 'currency'>,
): Promise<PaymentRow> {
  const [row] = await tx
    .insert(payments)
    .values({
      ...values,
      id: randomUUID(),
      invoiceId: invoice.id,
      attempt: (last?.attempt ?? 0) + 1,
      currency: invoice.currency,
    })
    .returning()
  if (!row) throw new Error('An insert answers with its row')
  return row
}
