import type { PaymentState } from '#contract/invoices/invoices.ts'

/** Whose pages take payments and show invoices, apart from our own. */
const PROVIDER_DOMAIN = 'stripe.com'

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

/**
 * Whether a link taken from data may be opened: a page of `ownOrigin`, or one of the payment provider by https, without
 * a name or password in it (security R32, law §6.2). `javascript:` and look-alike hosts are neither.
 */
export function isTrustedPaymentLink(link: string, ownOrigin: string): boolean {
  if (!URL.canParse(link)) return false
  const url = new URL(link)
  if (url.username || url.password) return false
  if (url.origin === ownOrigin) return true
  const isProvider = url.hostname === PROVIDER_DOMAIN || url.hostname.endsWith(`.${PROVIDER_DOMAIN}`)
  return url.protocol === 'https:' && url.port === '' && isProvider
}
