import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import type { Account } from './accounts.ts'
import {
  deleteChallenge,
  replaceChallenge,
  selectAccountOfChallenge,
  upsertChallenge,
} from './sign-in-methods.sql.ts'

/** As long as a sign-in may take. */
const CHALLENGE_MINUTES = 25

/** What a challenge is for: a sign-in, its second step, or a session that adds a passkey. */
export type ChallengeOwner = `sign-in:${string}` | `second:${string}` | `add:${string}`

/** Whose password was right, or who adds a passkey. */
type Identified = Pick<Account, 'id' | 'version'>

/** What a passkey must sign, and whose it must be; null if anyone's. */
interface Challenge {
  challenge: string
  accountId: number | null
}

/** The owner's current challenge, or a new one if there is none or it is for another account. */
export async function challengeFor(
  db: Db,
  owner: ChallengeOwner,
  account: Identified | null,
  now: Date,
): Promise<string> {
  const { rows } = await upsertChallenge(db, [
    owner,
    newChallenge(),
    account?.id ?? null,
    account?.version ?? null,
    new Date(now.getTime() + CHALLENGE_MINUTES * 60_000),
    now,
  ])
  // An upsert returns its row.
  return rows[0]?.challenge ?? ''
}

/**
 * The account whose password was right in a sign-in; undefined if none was, it was too long ago, or the account's
 * password or methods have changed since.
 */
export async function accountOfChallenge(
  db: Db,
  owner: ChallengeOwner,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await selectAccountOfChallenge(db, [owner, now])
  return rows[0]?.id ?? undefined
}

/** Uses up the owner's challenge and replaces it: of two concurrent answers only one finds it. */
export async function takeChallenge(
  db: Db,
  owner: ChallengeOwner,
  now: Date,
): Promise<Challenge | undefined> {
  const { rows } = await replaceChallenge(db, [owner, now, newChallenge()])
  return rows[0]
}

/** Deletes the owner's challenge. */
export async function endChallenge(db: Db, owner: ChallengeOwner): Promise<void> {
  await deleteChallenge(db, [owner])
}

function newChallenge(): string {
  return randomBytes(32).toString('base64url')
}
