import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database/database.ts'

/**
 * Whether a confirmed match of anyone of a client freezes its payments, where the operator says that it does (law §3.2).
 * It holds for as long as the match stands, and nothing else keeps it.
 */
export async function arePaymentsFrozen(
  db: Db,
  { sanctions }: Pick<Config, 'sanctions'>,
  clientId: number,
): Promise<boolean> {
  if (!sanctions.freezes.includes('payments')) return false
  const { rows } = await db.$client.query(
    `select from client_users u join cases c on c.user_id = u.user_id join screening_matches m on m.case_id = c.id
     where u.client_id = $1 and m.state = 'true' and m.ended_at is null
       and not coalesce((m.entry->>'isExposedOnly')::boolean, false)
     limit 1`,
    [clientId],
  )
  return rows.length > 0
}
