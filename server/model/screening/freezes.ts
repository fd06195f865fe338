import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectFreezingMatch } from './screening.sql.ts'

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
  const { rows } = await selectFreezingMatch(db, [clientId])
  return rows.length > 0
}
