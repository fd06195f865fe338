import { randomInt } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import type { Account } from './accounts.ts'
import { type EmbeddedSecrets, keyedHash } from './secrets.ts'
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  deleteRecoveryCodes,
  insertRecoveryCodes,
} from './sign-in-methods.sql.ts'

const CODES = 10
/** Without letters and digits that are easily confused; there are 800 million million codes. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

/** Creates an account's recovery codes, replacing former ones, and returns them for the only time. */
export async function makeRecoveryCodes(
  tx: Db,
  secrets: EmbeddedSecrets,
  account: Account,
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await deleteRecoveryCodes(tx, [account.id])
  await insertRecoveryCodes(tx, [codes.map((code) => hashesOf(secrets, account, code)[0]), account.id, now])
  return codes
}

/** Uses up a recovery code; false if the account has no such unused code. */
export async function tryRecoveryCode(
  tx: Db,
  secrets: EmbeddedSecrets,
  account: Account,
  code: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await consumeRecoveryCode(tx, [account.id, hashesOf(secrets, account, code), now])
  return rowCount === 1
}

/** How many codes an account has left, and when they were created; undefined if there were none. */
export async function recoveryCodesOf(
  db: Db,
  accountId: number,
): Promise<{ left: number; madeAt: Date } | undefined> {
  const { rows } = await countRecoveryCodes(db, [accountId])
  const [row] = rows
  return row?.madeAt ? { left: row.left, madeAt: row.madeAt } : undefined
}

/** One hash per key, newest first. Accepts capitals, spaces and a missing dash. */
function hashesOf({ cookieKeys }: EmbeddedSecrets, { sub }: Account, code: string): string[] {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return cookieKeys.map((key) => keyedHash(key, `recovery ${sub} ${plain}`))
}

function newCode(): string {
  const text = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`
}
