import type { PaymentState } from '#contract/invoices/invoices.ts'

/** How long a checkout stays open for the same attempt. */
export const CHECKOUT_HOURS = 24

/** Whether an attempt started then is still the one to continue with. */
export function isLiveAttempt(attempt: { status: string; startedAt: Date }, now: Date): boolean {
  const age = now.getTime() - attempt.startedAt.getTime()
  return attempt.status === 'pending' && age < CHECKOUT_HOURS * 3_600_000
}

/** What people read after a checkout: the invoice has the first word, then the last attempt to pay it. */
export function paymentState(
  invoiceStatus: string,
  last: { status: string; startedAt: Date } | null,
  now: Date,
): PaymentState {
  if (invoiceStatus === 'paid') return 'paid'
  // An invoice that was taken back can't be waiting for a payment.
  if (!last || invoiceStatus !== 'open') return 'none'
  if (isLiveAttempt(last, now)) return 'pending'
  return last.status === 'failed' || last.status === 'cancelled' ? last.status : 'none'
}
