import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import {
  deleteAccountRow,
  deleteRecordsOfAccount,
  insertAccount,
  lockAccountRow,
  renewPasswordHash,
  selectAccountByEmail,
  selectAccountById,
  selectAccountBySub,
  selectWhetherFormerHashes,
  updateEmailVerified,
  updatePassword,
} from './accounts.sql.ts'
import { hashPassword, isFormerHash, passwordMatches } from './passwords.ts'

/** A person who signs in at the embedded provider. */
export interface Account {
  id: number
  sub: string
  email: string
  emailVerified: boolean
  name: string | null
  passwordHash: string
  updatedAt: Date
}

/**
 * Creates an account with an already hashed password, so that no transaction waits for hashing. Returns
 * undefined if the address, compared without case, already has one.
 */
export async function createAccount(
  db: Db,
  account: { email: string; passwordHash: string; name?: string; emailVerified?: boolean; now: Date },
): Promise<Account | undefined> {
  const { rows } = await insertAccount(db, [
    `embedded|${randomBytes(16).toString('hex')}`,
    account.email,
    account.emailVerified ?? false,
    account.passwordHash,
    account.name ?? null,
    account.now,
  ])
  return rows[0]
}

/** The account with this `sub`, if any. */
export async function findAccountBySub(db: Db, sub: string): Promise<Account | undefined> {
  const { rows } = await selectAccountBySub(db, [sub])
  return rows[0]
}

/** The account with this id, if any. */
export async function findAccountById(db: Db, id: number): Promise<Account | undefined> {
  const { rows } = await selectAccountById(db, [id])
  return rows[0]
}

/** The account with this address, compared without case, if any. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const { rows } = await selectAccountByEmail(db, [email])
  return rows[0]
}

/** Locks the account until the transaction ends, so that its sign-in methods change one at a time. */
export async function lockAccount(tx: Db, id: number): Promise<void> {
  await lockAccountRow(tx, [id])
}

/**
 * Whether the password is the account's. Without an account it takes as long and returns false (security R56).
 * Replaces a hash in a former release's format.
 */
export async function hasPassword(db: Db, account: Account | undefined, password: string): Promise<boolean> {
  const { rows } = await selectWhetherFormerHashes(db)
  const isRight = await passwordMatches(password, account?.passwordHash, rows[0]?.areLeft ?? true)
  if (isRight && account && isFormerHash(account.passwordHash))
    await renewPasswordHash(db, [account.id, account.passwordHash, await hashPassword(password)])
  return isRight
}

/** Replaces the password. */
export async function setPassword(db: Db, accountId: number, passwordHash: string, now: Date): Promise<void> {
  await updatePassword(db, [accountId, passwordHash, now])
}

/** Marks the account's address as verified and returns the account. */
export async function markEmailVerified(db: Db, accountId: number, now: Date): Promise<Account | undefined> {
  const { rows } = await updateEmailVerified(db, [accountId, now])
  return rows[0]
}

/** Deletes an account with its links and everything that keeps it signed in; does nothing if there is none. */
export async function deleteAccount(db: Db, sub: string): Promise<void> {
  await deleteRecordsOfAccount(db, [sub])
  await deleteAccountRow(db, [sub])
}
