import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'

/** How far a sender's clock may differ from ours (security R52). */
const TOLERANCE_SECONDS = 300

/** A webhook whose sender has proven to know one of the secrets. */
export interface SignedWebhook {
  /** The same for each repetition of a message. */
  id: string
  body: string
}

/**
 * Verifies a webhook signed as in Standard Webhooks, or by Svix, whose headers are named `svix-*`. Several
 * secrets are valid during a rotation, and a sender may sign with several. Returns undefined for a wrong or
 * missing signature, or a time more than five minutes from `now`.
 */
export function signedWebhook(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[],
  now: Date,
): SignedWebhook | undefined {
  const header = (name: string) => {
    const value = headers[`webhook-${name}`] ?? headers[`svix-${name}`]
    return typeof value === 'string' ? value : ''
  }
  const [id, seconds] = [header('id'), header('timestamp')]
  if (!/^[\w.:-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(seconds)) return undefined
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return undefined
  const at = new Date(Number(seconds) * 1000)
  const given = header('signature').split(' ')
  // Every pair is compared, so that the time taken doesn't reveal which one matched.
  const matches = secrets.flatMap((secret) => {
    const expected = new Webhook(secret).sign(id, at, body)
    return given.map((signature) => sameText(signature, expected))
  })
  return matches.includes(true) ? { id, body: body.toString('utf8') } : undefined
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
