import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far a message's time may be from ours, either way (security R52). */
const TOLERANCE_SECONDS = 300
/** Far more than Stripe sends while a secret is rotated. */
const MAX_SIGNATURES = 20

/** What is wrong with a message that says it comes from Stripe. */
export type SignatureFault = 'missing' | 'malformed' | 'forged' | 'stale'

/**
 * Checks the header `Stripe-Signature` over the bytes of a body (law §6.2): HMAC-SHA256 of "time.body" with one of
 * the active secrets, compared in constant time, at a time within five minutes of `now`. Returns null where all is right.
 */
export function signatureFault(
  body: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
  now: Date,
): SignatureFault | null {
  if (!header) return 'missing'
  const parts = header.split(',').map((part) => part.trim().split('='))
  const [time, ...more] = valuesOf(parts, 't')
  const signatures = valuesOf(parts, 'v1').map((hex) => Buffer.from(hex, 'hex'))
  if (!time || more.length || !/^\d{1,12}$/.test(time) || !signatures.length) return 'malformed'
  if (signatures.length > MAX_SIGNATURES) return 'malformed'
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${time}.`).update(body).digest(),
  )
  const isOurs = (signature: Buffer) =>
    expected.some((one) => one.length === signature.length && timingSafeEqual(one, signature))
  if (!signatures.some(isOurs)) return 'forged'
  const age = now.getTime() / 1000 - Number(time)
  return Math.abs(age) > TOLERANCE_SECONDS ? 'stale' : null
}

function valuesOf(parts: string[][], name: string): string[] {
  return parts.flatMap(([key, value]) => (key === name && value ? [value] : []))
}
