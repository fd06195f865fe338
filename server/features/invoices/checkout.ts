import { eq } from 'drizzle-orm'
import type { Checkout, CheckoutOutcome } from '#contract/invoices/checkouts.ts'
import { paymentState } from '#domain/invoices/payment-state.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { changeInvoice, findOwnInvoice, lockInvoice } from '#server/model/invoices/invoices.ts'
import { endPending } from '#server/model/invoices/payments.ts'
import { type InvoiceRow, type PaymentRow, payments } from '#server/model/schema/invoices.ts'
import { arePaymentsFrozen, holdOffFreezing } from '#server/model/screening/freezes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

interface Visit {
  payment: PaymentRow
  invoice: InvoiceRow
}

/**
 * A visit to the test checkout, for people of the invoice's client. Throws NOT_FOUND for others' and missing
 * ones alike, and for all of them in production, where nothing may count as paid without money.
 */
export async function findVisit(services: Services, userId: number, id: string): Promise<Visit> {
  const { database, invoicing } = services
  const [payment] = invoicing.hasTestCheckout
    ? await database.db.select().from(payments).where(eq(payments.id, id))
    : []
  if (payment?.method !== 'checkout') throw noVisit()
  const invoice = await findOwnInvoice(database.db, userId, payment.invoiceId).catch((error: unknown) => {
    throw error instanceof AppError ? noVisit() : error
  })
  return { payment, invoice }
}

function noVisit(): AppError {
  return new AppError('NOT_FOUND', 'There is no such checkout.')
}

/** What a person is about to pay. */
export function presentVisit({ payment, invoice }: Visit, now: Date): Checkout {
  return {
    id: payment.id,
    invoice_id: invoice.id,
    invoice_number: invoice.number,
    amount: payment.amount,
    currency: payment.currency,
    state: paymentState(invoice.status, payment, now),
  }
}

const ENDS = {
  succeed: { status: 'succeeded' },
  fail: { status: 'failed', event: 'payment.failed' },
  cancel: { status: 'cancelled', event: 'payment.cancelled' },
} as const

/**
 * Ends a visit the way the tester chooses. The same choice again changes nothing; a different one for a
 * finished visit is INVALID_STATE, and so is paying an invoice that can't be paid any more or is frozen. Throws
 * NOT_FOUND.
 */
export async function finishVisit(
  services: Services,
  caller: { userId: number; origin: Origin },
  id: string,
  outcome: CheckoutOutcome,
): Promise<Visit> {
  const { userId, origin } = caller
  const { invoice } = await findVisit(services, userId, id)
  const actor = { kind: 'user', id: userId } as const
  return services.database.transaction(async (tx) => {
    await holdOffFreezing(tx, invoice.clientId)
    const row = await lockInvoice(tx, invoice.id)
    const payment = await paymentWith(tx, id)
    const end = ENDS[outcome]
    if (payment.status === end.status) return { payment, invoice: row }
    if (payment.status !== 'pending') throw new AppError('INVALID_STATE', overText(row))
    if (outcome === 'succeed') {
      // It may have started before the freeze, which no one is told about (law §3.4).
      if (await arePaymentsFrozen(tx, services.config, row.clientId))
        throw new AppError('INVALID_STATE', overText(row))
      const change = await services.invoicing.change(row, 'pay')
      const paid = await changeInvoice(services, tx, row, change, {
        actor,
        origin,
        payment: { method: 'checkout' },
      })
      return { payment: await paymentWith(tx, id), invoice: paid }
    }
    const at = services.now()
    await endPending(tx, row.id, ENDS[outcome].status, at)
    await recordEvent(tx, {
      at,
      type: ENDS[outcome].event,
      actor,
      userId,
      subject: `invoice:${row.id}`,
      after: { attempt: payment.attempt },
      origin,
    })
    return { payment: await paymentWith(tx, id), invoice: row }
  })
}

async function paymentWith(tx: Db, id: string): Promise<PaymentRow> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id))
  if (!payment) throw noVisit()
  return payment
}

function overText({ status }: InvoiceRow): string {
  return status === 'paid'
    ? 'This invoice is already paid. Nothing was charged again.'
    : 'This checkout has ended. Go back to your invoices to start another.'
}
