/** Whose pages take payments and show invoices, apart from our own. */
const PROVIDER_DOMAIN = 'stripe.com'

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
