import { and, eq } from 'drizzle-orm'
import { correctionRefusal } from '#domain/invoices/invoice-balance.ts'
import { changeInvoice, findInvoice, lockInvoice } from '#server/model/invoices/invoices.ts'
import { balanceOf, factsWithout } from '#server/model/invoices/own-invoicing.ts'
import { payments } from '#server/model/schema/invoices.ts'
import { arePaymentsFrozen, holdOffFreezing } from '#server/model/screening/freezes.ts'
import type { StaffAct } from '#server/model/staff/staff-act.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { recordRefusal, requireOwnInvoicing } from './book-entry.ts'
import { requireOtherClient } from './own-client.ts'

/**
 * Reverses a payment that staff recorded though no money came, in one transaction with its event and an email
 * that says so. The amount is due again, and nothing counts as refunded. If that is done already nothing
 * changes. Throws NOT_FOUND, FORBIDDEN for one's own client, and INVALID_STATE for any other payment, one of
 * which something was sent back, an invoice at Stripe, or a client whose payments are frozen.
 */
export async function reversePayment(
  services: Services,
  act: StaffAct,
  id: string,
  { attempt, reason }: { attempt: number; reason: string },
): Promise<void> {
  await services.database.transaction(async (tx) => {
    await holdOffFreezing(tx, (await findInvoice(tx, id)).clientId)
    const row = await lockInvoice(tx, id)
    await requireOtherClient(tx, act, row.clientId)
    requireOwnInvoicing(row)
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.invoiceId, id), eq(payments.attempt, attempt)))
    if (!payment) throw new AppError('NOT_FOUND', 'There is no such payment.')
    if (payment.correctedAt) return
    if (payment.method !== 'recorded' || payment.status !== 'succeeded')
      throw new AppError('INVALID_STATE', 'Only a payment that staff recorded can be reversed.')
    const refusal =
      recordRefusal(await arePaymentsFrozen(tx, services.config, row.clientId)) ??
      correctionRefusal(balanceOf(row), payment.amount)
    if (refusal) throw new AppError('INVALID_STATE', refusal)
    const at = services.now()
    await tx
      .update(payments)
      .set({ status: 'cancelled', correction: reason, correctedAt: at })
      .where(eq(payments.id, payment.id))
    const { amount } = payment
    await changeInvoice(services, tx, row, async () => factsWithout(row, amount, at), {
      ...act,
      entry: {
        type: 'invoice.payment_reversed',
        amount,
        facts: { reversed: amount },
        note: reason,
        notice: 'invoice-corrected',
      },
    })
  })
}
