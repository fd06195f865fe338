import type { Db } from '#server/platform/database/database.ts'

/** The captcha of the public forms: self-hosted proof of work, no third party (choices §6). */
export interface Captcha {
  required: boolean
  challenge(): Promise<Record<string, unknown>>
  /** Throws CAPTCHA_FAILED unless `token` is a fresh answer; spends it in the caller's transaction, so that it serves once. */
  verify(tx: Db, token: string | undefined): Promise<void>
}
