import type { Invoice, PaymentState } from '#contract/invoices/invoices.ts'
import { paymentState } from '#domain/invoices/payment-state.ts'
import { presentInvoice } from '#server/model/invoices/invoice-view.ts'
import { changeAsking, findOwnInvoice } from '#server/model/invoices/invoices.ts'
import { lastPayment } from '#server/model/invoices/payments.ts'
import type { Services } from '#server/services.ts'

/**
 * How the payment of a person's invoice stands, read again from its issuer: what a browser comes back with proves
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
  // The attempt first: an invoice that is paid between the two is read as paid, and not as one without an attempt.
  const last = await lastPayment(database.db, id)
  const row = await findOwnInvoice(database.db, userId, id)
  return {
    state: paymentState(row.status, last ?? null, now()),
    invoice: presentInvoice(database.db, row, config.publicUrl),
  }
}
