import { type Invoice, InvoiceStatus, type PaymentState } from '#contract/invoices/invoices.ts'
import { invoiceRefusal, isPayable } from '#domain/invoices/invoice-machine.ts'
import { paymentState } from '#domain/invoices/payment-state.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { presentInvoice } from '#server/model/invoices/invoice-view.ts'
import { changeAsking, findOwnInvoice, lockInvoice } from '#server/model/invoices/invoices.ts'
import { beginPayment, lastPayment } from '#server/model/invoices/payments.ts'
import type { InvoiceRow } from '#server/model/schema/invoices.ts'
import { arePaymentsFrozen, holdOffFreezing } from '#server/model/screening/freezes.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

interface Payer {
  userId: number
  origin: Origin
}

/**
 * Returns where a person pays an open invoice of their client. The invoice is read again from its issuer, so
 * that one just paid isn't paid again; concurrent requests all get the same checkout (security R51, A15).
 * Throws NOT_FOUND, INVALID_STATE unless it is open and may be paid, and PROVIDER_FAILED.
 */
export async function payInvoice(services: Services, payer: Payer, id: string): Promise<string> {
  const { database, invoicing } = services
  const known = await findOwnInvoice(database.db, payer.userId, id)
  requirePayable(known)
  const { reading } = await changeAsking(services, id, { actor: { kind: 'system' } }).catch((error) => {
    throw error instanceof AppError && error.code === 'PROVIDER_FAILED' ? noCheckout({ cause: error }) : error
  })
  return database.transaction(async (tx) => {
    await holdOffFreezing(tx, known.clientId)
    const row = await lockInvoice(tx, id)
    requirePayable(row)
    if (await arePaymentsFrozen(tx, services.config, row.clientId)) throw noCheckout({ isDeliberate: true })
    const { payment, isNew } = await beginPayment(tx, row, {
      method: row.providerRef ? 'provider' : 'checkout',
      userId: payer.userId,
      at: services.now(),
    })
    // Before the attempt is stored, so that a refusal leaves none behind.
    const url = invoicing.checkoutUrl(row, reading, payment.id)
    if (isNew)
      await recordEvent(tx, {
        at: services.now(),
        type: 'payment.started',
        actor: { kind: 'user', id: payer.userId },
        userId: payer.userId,
        subject: `invoice:${id}`,
        after: { attempt: payment.attempt, amount: payment.amount, currency: payment.currency },
        origin: payer.origin,
      })
    return url
  })
}

/**
 * The wording of the error catalogue (account-admin §8.1, security B08). Frozen payments get it too, because
 * different words would reveal the freeze (law §3.4).
 */
function noCheckout(options: { cause: AppError } | { isDeliberate: true }): AppError {
  return new AppError(
    'PROVIDER_FAILED',
    'Could not create checkout session. Nothing was charged; try again in a few minutes.',
    {},
    options,
  )
}

function requirePayable({ status }: Pick<InvoiceRow, 'status'>): void {
  if (!isPayable(status))
    throw new AppError('INVALID_STATE', invoiceRefusal(InvoiceStatus.parse(status), 'pay'))
}

/**
 * The payment state of a person's invoice, read again from its issuer: what a browser returns with proves
 * nothing (law §6.2). Throws NOT_FOUND and PROVIDER_FAILED.
 */
export async function readPaymentState(
  services: Services,
  userId: number,
  id: string,
): Promise<{ state: PaymentState; invoice: Invoice }> {
  const { database, config, now } = services
  await findOwnInvoice(database.db, userId, id)
  await changeAsking(services, id, { actor: { kind: 'system' } })
  // The attempt is read first: an invoice paid in between is then read as paid, rather than as one without an
  // attempt.
  const last = await lastPayment(database.db, id)
  const row = await findOwnInvoice(database.db, userId, id)
  return {
    state: paymentState(row.status, last ?? null, now()),
    invoice: presentInvoice(database.db, row, config.publicUrl),
  }
}
