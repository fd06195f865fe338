import { randomInt } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import type { Account } from './accounts.ts'
import { keyedHash } from './sealed-secret.ts'
import type { EmbeddedSecrets } from './secrets.ts'

const CODES = 10
/** Without letters and digits that are taken for each other: each code is one of 800 million million. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

/** Makes the recovery codes of an account and returns them, for the only time; former ones count no more. */
export async function makeRecoveryCodes(
  tx: Db,
  secrets: EmbeddedSecrets,
  account: Account,
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await tx.$client.query('delete from idp_recovery_codes where account_id = $1', [account.id])
  await tx.$client.query(
    `insert into idp_recovery_codes (code_hash, account_id, created_at)
     select hash, $2, $3 from unnest($1::text[]) as hash`,
    [codes.map((code) => hashesOf(secrets, account, code)[0]), account.id, now],
  )
  return codes
}

/** Uses a recovery code up; false where the account has no such code left. */
export async function tryRecoveryCode(
  tx: Db,
  secrets: EmbeddedSecrets,
  account: Account,
  code: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    `update idp_recovery_codes set used_at = $3
     where account_id = $1 and code_hash = any($2::text[]) and used_at is null`,
    [account.id, hashesOf(secrets, account, code), now],
  )
  return rowCount === 1
}

/** How many codes an account has left, and since when; undefined where none were made. */
export async function recoveryCodesOf(
  db: Db,
  accountId: number,
): Promise<{ left: number; madeAt: Date } | undefined> {
  const { rows } = await db.$client.query<{ left: number; madeAt: Date | null }>(
    `select count(*) filter (where used_at is null)::int as left, max(created_at) as "madeAt"
     from idp_recovery_codes where account_id = $1`,
    [accountId],
  )
  const [row] = rows
  return row?.madeAt ? { left: row.left, madeAt: row.madeAt } : undefined
}

/** By each key, the newest first. However it was typed: in capitals, with spaces or without the dash. */
function hashesOf({ cookieKeys }: EmbeddedSecrets, { sub }: Account, code: string): string[] {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return cookieKeys.map((key) => keyedHash(key, `recovery ${sub} ${plain}`))
}

function newCode(): string {
  const text = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`
}
