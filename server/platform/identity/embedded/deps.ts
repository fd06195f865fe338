import type { Company } from '#contract/company.ts'
import type { RateLimit } from '#contract/endpoint.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { EmbeddedSecrets } from './secrets.ts'

/** An email that the embedded provider asks for; `path` begins with `/` and contains a single-use token. */
export type EmbeddedMail =
  | { kind: 'sign-up'; to: string; code: string; codeMinutes: number; path: string; linkHours: number }
  | { kind: 'sign-up-known'; to: string; name: string | null }
  | { kind: 'password-reset'; to: string; name: string | null; path: string; expiresInMinutes: number }

/** An email that only informs its reader. */
export type SecurityMail =
  | { kind: 'sign-in-failures'; to: string; name: string | null; failures: number; what: Tried }
  | { kind: 'new-device'; to: string; name: string | null; device: string; at: Date }
  | { kind: 'password-changed'; to: string; name: string | null; device: string; at: Date }
  | { kind: 'recovery-code-used'; to: string; name: string | null; left: number; device: string; at: Date }

/** What was tried at a sign-in: the password, or the step after it. */
export type Tried = 'password' | 'code'

export interface EmbeddedProviderDeps {
  database: Database
  /**
   * Without a trailing slash. It decides the issuer and whether cookies are Secure, whatever a request says
   * (R34).
   */
  publicUrl: string
  secrets: EmbeddedSecrets
  now: () => Date
  company: Company
  /** What an account is for, in one sentence. */
  purpose: string
  signUpAllowed: boolean
  /** Words that others may know of someone with this address, such as their name: no password is made of them. */
  guessableNames?(email: string): Promise<readonly string[]>
  /** Counts an attempt; throws RATE_LIMITED if there were too many. */
  limit(limit: RateLimit, who: string): Promise<void>
  /** Queues the email in the transaction that created its link. */
  sendMail(tx: Db, mail: EmbeddedMail): Promise<void>
  /** Informs an account's owner of what someone else may have done with it. */
  tell?(tx: Db, mail: SecurityMail): Promise<void>
  /** A wrong password, or a wrong code after the right password, was tried on an account. */
  onSignInFailed?(
    tx: Db,
    failure: { sub: string; failures: number; isKnownDevice: boolean; what: Tried; origin: Origin },
  ): Promise<void>
  /** Someone signed in with a recovery code. */
  onRecoveryCodeUsed?(tx: Db, use: { sub: string; left: number; origin: Origin }): Promise<void>
  /** The person has proven that they read mail at the account's address. */
  onEmailConfirmed?(tx: Db, person: { sub: string; email: string }): Promise<void>
  /** Only the owner of the address may stay signed in: ends all earlier sessions. */
  endSessions?(tx: Db, person: { sub: string }): Promise<void>
}

/** What passkeys, codes and their pages need. */
export type MethodParts = Pick<EmbeddedProviderDeps, 'database' | 'secrets' | 'publicUrl' | 'company' | 'now'>

/** The path under which the provider is mounted. */
export const IDP_PREFIX = '/idp'
/** Where to start again when a sign-in has expired. */
export const START_PATH = '/api/auth/login'
/** The least time of an answer that must not reveal whether an address has an account (security R56). */
export const ADDRESS_MS = 300

/** Limits of attempts on the provider's forms (security R54). */
export const EMBEDDED_LIMITS = {
  signInPerAddress: { bucket: 'idp-sign-in', max: 60, windowSeconds: 60 },
  signUpPerAddress: { bucket: 'idp-sign-up', max: 20, windowSeconds: 600 },
  linkPerAddress: { bucket: 'idp-link', max: 20, windowSeconds: 600 },
  mailPerAccount: { bucket: 'idp-mail', max: 5, windowSeconds: 3600 },
} as const satisfies Record<string, RateLimit>
