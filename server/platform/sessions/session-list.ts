import type { UserSession } from '#contract/admin-activity.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deviceOf } from './device.ts'

const IS_ADMIN = 'u.is_admin or u.is_super_admin'
/** Names a session in the list, and gives nothing away of its token. */
const PUBLIC_ID = "encode(sha256(convert_to(token_hash, 'UTF8')), 'hex')"

/** The living sessions of a person, newest first; an administrator's end sooner (security R7, R10). */
export async function livingSessions(
  db: Db,
  userId: number,
  limits: Config['sessions'],
  now: Date,
): Promise<UserSession[]> {
  const { rows } = await db.$client.query<{
    id: string
    created_at: Date
    last_seen_at: Date
    ip: string | null
    user_agent: string | null
  }>(
    `select ${PUBLIC_ID} as id, s.created_at, s.last_seen_at, s.ip, s.user_agent
     from sessions s join users u on u.id = s.user_id
     where s.user_id = $1 and s.expires_at > $2
       and s.last_seen_at > $2::timestamptz - make_interval(mins => case when ${IS_ADMIN} then $4::int else $3::int end)
       and s.created_at > $2::timestamptz - make_interval(hours => case when ${IS_ADMIN} then $6::int else $5::int end)
     order by s.created_at desc, s.token_hash`,
    [userId, now, limits.idleMinutes, limits.adminIdleMinutes, limits.hours, limits.adminHours],
  )
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    device: deviceOf(row.user_agent),
    ip: row.ip,
  }))
}

/** The id in the list of the session whose token has this hash. */
export async function publicSessionId(db: Db, tokenHash: string): Promise<string | undefined> {
  const { rows } = await db.$client.query<{ id: string }>(
    `select ${PUBLIC_ID} as id from sessions where token_hash = $1`,
    [tokenHash],
  )
  return rows[0]?.id
}

/** Ends the sessions of a person, only one or all but one where it is named; returns how many. */
export async function endSessions(
  tx: Db,
  userId: number,
  { only, but }: { only?: string | undefined; but?: string | undefined } = {},
): Promise<number> {
  const { rowCount } = await tx.$client.query(
    `delete from sessions where user_id = $1 and ($2::text is null or ${PUBLIC_ID} = $2)
       and ($3::text is null or ${PUBLIC_ID} <> $3)`,
    [userId, only ?? null, but ?? null],
  )
  return rowCount ?? 0
}
