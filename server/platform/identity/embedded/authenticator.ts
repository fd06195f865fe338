import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Account } from './accounts.ts'
import type { MethodParts } from './deps.ts'
import { openSecret, sealSecret } from './secrets.ts'
import {
  deleteAuthenticator,
  selectSecret,
  updateLastStep,
  upsertAuthenticator,
} from './sign-in-methods.sql.ts'

const SECRET_BYTES = 20
/** A code is valid from one step of 30 seconds before its own to one after, because clocks differ. */
const WINDOW = 1

/** What an app needs to generate an account's codes: the secret as text and as a URI. */
export interface AppSetUp {
  secret: string
  uri: string
}

/**
 * Creates the secret of an authenticator app, which has no effect until a first code confirms it (RFC 6238).
 * Throws INVALID_STATE if the account has an app already.
 */
export async function beginApp(parts: MethodParts, account: Account): Promise<AppSetUp> {
  const { database, secrets, company, now } = parts
  const { Secret, TOTP } = await import('otpauth')
  const secret = new Secret({ size: SECRET_BYTES })
  const { rowCount } = await upsertAuthenticator(database.pool, [
    account.id,
    sealSecret(secrets, account.sub, secret.bytes),
    now(),
  ])
  if (!rowCount)
    throw new AppError('INVALID_STATE', 'You already have an authenticator app. Remove it first.')
  const uri = new TOTP({ issuer: company.name, label: account.email, secret }).toString()
  return { secret: secret.base32, uri }
}

/** Activates the app if the code is valid; false if it isn't, or no app is being set up. */
export async function confirmApp(
  tx: Db,
  parts: MethodParts,
  account: Account,
  code: string,
): Promise<boolean> {
  return takeCode(tx, parts, { account, code, isConfirmed: false })
}

/** Tries a code of the account's app; each code works once. */
export async function tryAppCode(
  tx: Db,
  parts: MethodParts,
  account: Account,
  code: string,
): Promise<boolean> {
  return takeCode(tx, parts, { account, code, isConfirmed: true })
}

/** Removes the account's app; false if it has none. */
export async function removeApp(tx: Db, accountId: number): Promise<boolean> {
  const { rows } = await deleteAuthenticator(tx, [accountId])
  return rows[0]?.wasConfirmed === true
}

async function takeCode(
  tx: Db,
  { secrets, now }: MethodParts,
  { account, code, isConfirmed }: { account: Account; code: string; isConfirmed: boolean },
): Promise<boolean> {
  const { Secret, TOTP } = await import('otpauth')
  const { rows } = await selectSecret(tx, [account.id, isConfirmed])
  const [row] = rows
  if (!row) return false
  const secret = new Secret({ buffer: Uint8Array.from(openSecret(secrets, account.sub, row.sealed)).buffer })
  const timestamp = now().getTime()
  const delta = TOTP.validate({ token: code, secret, timestamp, window: WINDOW })
  if (delta === null) return false
  const { rowCount } = await updateLastStep(tx, [
    account.id,
    TOTP.counter({ timestamp }) + delta,
    now(),
    row.sealed,
  ])
  return rowCount === 1
}
