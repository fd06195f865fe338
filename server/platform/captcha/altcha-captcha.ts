import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { spendChallenge } from './captcha.sql.ts'

const VALID_MS = 20 * 60_000
/** About a second of work on a phone: enough to make floods expensive without keeping anyone waiting. */
const COST = 1000
const COUNTER = { min: 400, max: 1200 }

const Payload = z.object({ challenge: z.looseObject({ signature: z.string() }), solution: z.looseObject({}) })

/**
 * ALTCHA with challenges signed by `key`. With `required` false (CAPTCHA=off), submissions without an answer
 * are accepted.
 */
export function altchaCaptcha(options: { key: string; required: boolean; now: () => Date }): Captcha {
  const { key, required, now } = options
  const refused = () =>
    new AppError('CAPTCHA_FAILED', 'The security check did not pass. Try it again, then submit once more.', {
      fields: { captchaToken: 'Complete the security check' },
    })
  return {
    required,
    async challenge() {
      const [{ createChallenge, randomInt }, { deriveKey }] = await loadAltcha()
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(COUNTER.min, COUNTER.max),
        deriveKey,
        expiresAt: new Date(now().getTime() + VALID_MS),
        hmacSignatureSecret: key,
      })
      return { ...challenge }
    },
    async verify(tx, token) {
      if (!required) return
      const payload = decode(token)
      if (!payload) throw refused()
      const [{ verifySolution }, { deriveKey }] = await loadAltcha()
      const { challenge, solution } = payload
      const result = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret: key,
      } as unknown as Parameters<typeof verifySolution>[0])
      if (!result.verified) throw refused()
      const spent = await spendChallenge(tx, [
        `captcha:${createHash('sha256').update(payload.challenge.signature).digest('base64url')}`,
        now().getTime() + VALID_MS,
      ])
      if (spent.rowCount === 0) throw refused()
    },
  }
}

function loadAltcha() {
  return Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/pbkdf2')])
}

function decode(token: string | undefined): z.infer<typeof Payload> | undefined {
  if (!token) return undefined
  try {
    return Payload.parse(JSON.parse(Buffer.from(token, 'base64').toString()))
  } catch {
    return undefined
  }
}

/** The captcha of the public forms: self-hosted proof of work, no third party (choices §6.2). */
export interface Captcha {
  required: boolean
  challenge(): Promise<Record<string, unknown>>
  /**
   * Throws CAPTCHA_FAILED unless `token` is a fresh answer. Uses it up in the caller's transaction, so that it
   * works once.
   */
  verify(tx: Db, token: string | undefined): Promise<void>
}
