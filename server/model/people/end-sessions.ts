import type { ActingUser } from '#domain/roles/acting-user.ts'
import { endSessions } from '#server/model/access/session-list.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Origin } from '#server/platform/http/request-context.ts'

/** Ends the sessions of a person, only one or all but one where it is named, and records it; returns how many (security R10). */
export async function endRecorded(
  tx: Db,
  act: { at: Date; actor: ActingUser; origin?: Origin },
  userId: number,
  which: { only?: string | undefined; but?: string | undefined } = {},
): Promise<number> {
  const ended = await endSessions(tx, userId, which)
  if (ended > 0) await recordEvent(tx, { ...act, type: 'auth.sessions_ended', userId, after: { ended } })
  return ended
}
