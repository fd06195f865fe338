import { isUtf8 } from 'node:buffer'

/** How far a message's time may differ from ours (security R52). */
const TOLERANCE_SECONDS = 300

/** What is wrong with a message that claims to come from Stripe. */
export type SignatureFault = 'missing' | 'malformed' | 'forged' | 'stale'

/**
 * Verifies the `Stripe-Signature` header over a body's bytes (law §6.2) with Stripe's own library, which is
 * loaded with the first one: signed with one of the active secrets, within five minutes of `now`. Returns null
 * if it is valid.
 */
export async function signatureFault(
  body: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
  now: Date,
): Promise<SignatureFault | null> {
  if (!header) return 'missing'
  const time = /^t=(\d{1,12}),(?!(.*,)?\s*t=)/.exec(header)?.[1]
  // The library verifies text: invalid UTF-8 would be read as other bytes.
  if (!time || !isUtf8(body)) return 'malformed'
  // The library accepts any time in the future.
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
