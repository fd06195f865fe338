import type { UserSession } from '#contract/audit/admin-activity.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deviceOf } from '#server/platform/http/device.ts'
import { deleteSessionsOfUser, selectLivingSessions, selectPublicId } from './sessions.sql.ts'

/** The living sessions of a person, newest first; an administrator's end sooner (security R7, R10). */
export async function livingSessions(
  db: Db,
  userId: number,
  limits: Config['sessions'],
  now: Date,
): Promise<UserSession[]> {
  const { rows } = await selectLivingSessions(db, [
    userId,
    now,
    limits.idleMinutes,
    limits.adminIdleMinutes,
    limits.hours,
    limits.adminHours,
  ])
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
  const { rows } = await selectPublicId(db, [tokenHash])
  return rows[0]?.id
}

/** Ends the sessions of a person, only one or all but one where it is named; returns how many. */
export async function endSessions(
  tx: Db,
  userId: number,
  { only, but }: { only?: string | undefined; but?: string | undefined } = {},
): Promise<number> {
  const { rowCount } = await deleteSessionsOfUser(tx, [userId, only ?? null, but ?? null])
  return rowCount ?? 0
}
