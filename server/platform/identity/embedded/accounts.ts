import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'

/** Someone who signs in at the embedded provider. */
export interface Account {
  id: number
  sub: string
  email: string
  emailVerified: boolean
  name: string | null
  passwordHash: string
  updatedAt: Date
}

// Plain SQL throughout: Drizzle's errors quote every parameter, and here these are hashes and addresses (security R60).
const COLUMNS = `id::int, sub, email, email_verified as "emailVerified", name, password_hash as "passwordHash",
  updated_at as "updatedAt"`

/**
 * Creates an account with a password hashed before (so that no transaction waits for scrypt); undefined when the
 * address, compared without case, already has one.
 */
export async function createAccount(
  db: Db,
  account: { email: string; passwordHash: string; name?: string; emailVerified?: boolean; now: Date },
): Promise<Account | undefined> {
  const { rows } = await db.$client.query<Account>(
    `insert into idp_accounts (sub, email, email_verified, password_hash, name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (lower(email)) do nothing
     returning ${COLUMNS}`,
    [
      `embedded|${randomBytes(16).toString('hex')}`,
      account.email,
      account.emailVerified ?? false,
      account.passwordHash,
      account.name ?? null,
      account.now,
    ],
  )
  return rows[0]
}

/** The account of this `sub`, if any. */
export async function findAccountBySub(db: Db, sub: string): Promise<Account | undefined> {
  const { rows } = await db.$client.query<Account>(`select ${COLUMNS} from idp_accounts where sub = $1`, [
    sub,
  ])
  return rows[0]
}

/** The account of this id, if any. */
export async function findAccountById(db: Db, id: number): Promise<Account | undefined> {
  const { rows } = await db.$client.query<Account>(`select ${COLUMNS} from idp_accounts where id = $1`, [id])
  return rows[0]
}

/** The account of this address, compared without case, if any. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const { rows } = await db.$client.query<Account>(
    `select ${COLUMNS} from idp_accounts where lower(email) = lower($1)`,
    [email],
  )
  return rows[0]
}

/** Holds the account until the transaction ends, so that its sign-in methods change one at a time. */
export async function lockAccount(tx: Db, id: number): Promise<void> {
  await tx.$client.query('select from idp_accounts where id = $1 for update', [id])
}

/** Replaces the password. */
export async function setPassword(db: Db, accountId: number, passwordHash: string, now: Date): Promise<void> {
  await db.$client.query('update idp_accounts set password_hash = $2, updated_at = $3 where id = $1', [
    accountId,
    passwordHash,
    now,
  ])
}

/** Notes that the person reads mail at the account's address; returns the account. */
export async function markEmailVerified(db: Db, accountId: number, now: Date): Promise<Account | undefined> {
  const { rows } = await db.$client.query<Account>(
    `update idp_accounts set email_verified = true, updated_at = $2 where id = $1 returning ${COLUMNS}`,
    [accountId, now],
  )
  return rows[0]
}

/** Deletes an account with its links and everything that keeps it signed in; nothing where there is none. */
export async function deleteAccount(db: Db, sub: string): Promise<void> {
  await db.$client.query("delete from idp_records where payload->>'accountId' = $1", [sub])
  await db.$client.query('delete from idp_accounts where sub = $1', [sub])
}
