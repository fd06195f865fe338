import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/database/database.ts'

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
  const { rows } = await db.$client.query<{ challenge: string }>(
    `insert into idp_challenges as c (owner, challenge, account_id, expires_at) values ($1, $2, $3, $4)
     on conflict (owner) do update set account_id = excluded.account_id, expires_at = excluded.expires_at,
       challenge = case when c.expires_at > $5 and c.account_id is not distinct from excluded.account_id
         then c.challenge else excluded.challenge end
     returning challenge`,
    [owner, newChallenge(), accountId, new Date(now.getTime() + CHALLENGE_MINUTES * 60_000), now],
  )
  // An upsert answers with its row.
  return rows[0]?.challenge ?? ''
}

/** Whose password was right in a sign-in under way; undefined where none was, or it was too long ago. */
export async function accountOfChallenge(
  db: Db,
  owner: ChallengeOwner,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await db.$client.query<{ id: number | null }>(
    'select account_id::int as id from idp_challenges where owner = $1 and expires_at > $2',
    [owner, now],
  )
  return rows[0]?.id ?? undefined
}

/** Uses the challenge of an owner up and puts a new one in its place: of two answers to one at once, one finds it. */
export async function takeChallenge(
  db: Db,
  owner: ChallengeOwner,
  now: Date,
): Promise<Challenge | undefined> {
  const { rows } = await db.$client.query<Challenge>(
    `with asked as (
       select owner, challenge, account_id::int from idp_challenges where owner = $1 and expires_at > $2 for update
     )
     update idp_challenges c set challenge = $3 from asked where c.owner = asked.owner
     returning asked.challenge, asked.account_id as "accountId"`,
    [owner, now, newChallenge()],
  )
  return rows[0]
}

/** Forgets an owner that is done. */
export async function endChallenge(db: Db, owner: ChallengeOwner): Promise<void> {
  await db.$client.query('delete from idp_challenges where owner = $1', [owner])
}

function newChallenge(): string {
  return randomBytes(32).toString('base64url')
}
