import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import type { TokenClaims } from '#server/platform/identity/token-claims.ts'
import {
  deleteAccountRow,
  deleteRecordsOfAccount,
  incrementVersion,
  insertAccount,
  renewPasswordHash,
  selectAccountByEmail,
  selectAccountById,
  selectAccountBySub,
  selectVersionForShare,
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
  /** Counts changes of the password and of the other methods. */
  version: number
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

/**
 * The id under which the library knows an account in a sign-in, and which its tokens have as `sub`: with the version
 * that the person has proven.
 */
export function provenId({ sub, version }: Account): string {
  return `${sub}#${version}`
}

/** The claims of such a token, with the account's own `sub`. */
export function withVersion(claims: TokenClaims): TokenClaims {
  const end = claims.sub.lastIndexOf('#')
  return { ...claims, sub: claims.sub.slice(0, end), accountVersion: Number(claims.sub.slice(end + 1)) }
}

/** The account with such an id; undefined if its password or methods have changed since. */
export async function findProvenAccount(db: Db, id: string): Promise<Account | undefined> {
  const account = await findAccountBySub(db, id.slice(0, id.lastIndexOf('#')))
  return account && provenId(account) === id ? account : undefined
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

/**
 * Before a change of an account's sign-in methods: locks it until the transaction ends, so that they change one at
 * a time, and ends what was proven by the former ones and is not a session yet.
 */
export async function endSignInsUnderWay(tx: Db, id: number): Promise<void> {
  await incrementVersion(tx, [id])
}

/** Whether an account still has this version, which it then has until the transaction ends. */
export async function hasVersion(tx: Db, sub: string, version: number | undefined): Promise<boolean> {
  const { rows } = await selectVersionForShare(tx, [sub])
  return rows[0]?.version === version
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

/** Replaces the password, and ends sign-ins under way with the former one. */
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
