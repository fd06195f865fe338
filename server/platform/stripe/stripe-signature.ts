import { isUtf8 } from 'node:buffer'

/** How far a message's time may be from ours, either way (security R52). */
const TOLERANCE_SECONDS = 300

/** What is wrong with a message that says it comes from Stripe. */
export type SignatureFault = 'missing' | 'malformed' | 'forged' | 'stale'

/**
 * Checks the header `Stripe-Signature` over the bytes of a body (law §6.2) by Stripe's own library, which is loaded with the
 * first: signed with one of the active secrets, within five minutes of `now`. Returns null where all is right.
 */
export async function signatureFault(
  body: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
  now: Date,
): Promise<SignatureFault | null> {
  if (!header) return 'missing'
  const time = /^t=(\d{1,12}),(?!(.*,)?\s*t=)/.exec(header)?.[1]
  // The library signs text: bytes that are none would be read as others are.
  if (!time || !isUtf8(body)) return 'malformed'
  // It takes any time in the future.
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return 'stale'
  const { default: Stripe } = await import('stripe')
  const text = Buffer.from(body).toString('utf8')
  const isSigned = secrets.some((secret) => {
    try {
      const { signature } = Stripe.webhooks
      return signature?.verifyHeader(text, header, secret, TOLERANCE_SECONDS, undefined, now.getTime())
    } catch {
      return false
    }
  })
  return isSigned ? null : 'forged'
}
