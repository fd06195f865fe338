/**
 * Bad mailbox, bad domain, ambiguous address, moved without forwarding, domain without mail, mailbox disabled, no such
 * host.
 */
const GONE = new Set(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.4'])

/**
 * Whether an enhanced status code (RFC 3463), alone or within a mail server's reply, means that the address does not
 * accept mail at all. A full mailbox, or a mail that is too large or looks like spam, says nothing about the address.
 */
export function isAddressGone(words: string): boolean {
  const code = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(words)?.[0]
  return code !== undefined && GONE.has(code)
}
