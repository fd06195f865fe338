import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'
import {
  deleteChallenge,
  replaceChallenge,
  selectAccountOfChallenge,
  upsertChallenge,
} from './sign-in-methods.sql.ts'

/** As long as a sign-in may be under way. */
const CHALLENGE_MINUTES = 25

/** Who a challenge is for: a sign-in under way, one whose password was right, or a session that adds a passkey. */
export type ChallengeOwner = `sign-in:${string}` | `second:${string}` | `add:${string}`

/** What a passkey is to sign, and whose it must be; null where anyone may be meant. */
interface Challenge {
  challenge: string
  accountId: number | null
}

/** The challenge that an owner has, or a new one. One that is for another account than before is new, too. */
export async function challengeFor(
  db: Db,
  owner: ChallengeOwner,
  accountId: number | null,
  now: Date,
): Promise<string> {
  const { rows } = await upsertChallenge(db, [
    owner,
    newChallenge(),
    accountId,
    new Date(now.getTime() + CHALLENGE_MINUTES * 60_000),
    now,
  ])
  // An upsert answers with its row.
  return rows[0]?.challenge ?? ''
}

/** Whose password was right in a sign-in under way; undefined where none was, or it was too long ago. */
export async function accountOfChallenge(
  db: Db,
  owner: ChallengeOwner,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await selectAccountOfChallenge(db, [owner, now])
  return rows[0]?.id ?? undefined
}

/** Uses the challenge of an owner up and puts a new one in its place: of two answers to one at once, one finds it. */
export async function takeChallenge(
  db: Db,
  owner: ChallengeOwner,
  now: Date,
): Promise<Challenge | undefined> {
  const { rows } = await replaceChallenge(db, [owner, now, newChallenge()])
  return rows[0]
}

/** Forgets an owner that is done. */
export async function endChallenge(db: Db, owner: ChallengeOwner): Promise<void> {
  await deleteChallenge(db, [owner])
}

function newChallenge(): string {
  return randomBytes(32).toString('base64url')
}
