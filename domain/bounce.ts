/** Bad mailbox, bad domain, unclear address, moved without trace, no mail server wanted, mailbox switched off, no such host. */
const GONE = new Set(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.4'])

/**
 * Whether an enhanced status code (RFC 3463), alone or in what a mail server said, tells that the address takes no mail at
 * all. A mailbox that is full, a mail that is too large or looks like spam say nothing about the address.
 */
export function isAddressGone(words: string): boolean {
  const code = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(words)?.[0]
  return code !== undefined && GONE.has(code)
}
