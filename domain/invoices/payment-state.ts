import type { PaymentState } from '#contract/invoices/invoices.ts'

/** The provider whose pages take payments and show invoices, besides our own. */
const PROVIDER_DOMAIN = 'stripe.com'

/** Hours for which a checkout stays open for the same attempt. */
export const CHECKOUT_HOURS = 24

/** Whether an attempt is recent enough to be continued. */
export function isLiveAttempt(attempt: { status: string; startedAt: Date }, now: Date): boolean {
  const age = now.getTime() - attempt.startedAt.getTime()
  return attempt.status === 'pending' && age < CHECKOUT_HOURS * 3_600_000
}

/** Returns what people see after a checkout: the invoice decides first, then the last payment attempt. */
export function paymentState(
  invoiceStatus: string,
  last: { status: string; startedAt: Date; method?: string } | null,
  now: Date,
): PaymentState {
  if (invoiceStatus === 'paid') return 'paid'
  // What staff recorded, or took back, was no attempt of the person who looks.
  if (last?.method === 'recorded') return 'none'
  // A void invoice can't be waiting for a payment.
  if (!last || invoiceStatus !== 'open') return 'none'
  if (isLiveAttempt(last, now)) return 'pending'
  return last.status === 'failed' || last.status === 'cancelled' ? last.status : 'none'
}

/**
 * Whether a link from data may be opened: a page of `ownOrigin`, or an https page of the payment provider, without a
 * user name or password (security R32, law §6.2). `javascript:` and look-alike hosts are neither.
 */
export function isTrustedPaymentLink(link: string, ownOrigin: string): boolean {
  if (!URL.canParse(link)) return false
  const url = new URL(link)
  if (url.username || url.password) return false
  if (url.origin === ownOrigin) return true
  const isProvider = url.hostname === PROVIDER_DOMAIN || url.hostname.endsWith(`.${PROVIDER_DOMAIN}`)
  return url.protocol === 'https:' && url.port === '' && isProvider
}
