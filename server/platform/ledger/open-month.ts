import type { Database } from '#server/platform/database/database.ts'
import { openMonthOfEvents } from './ledger.sql.ts'

/**
 * Lets new events go into the table of the present month, and adds the next month's ahead; returns whether the month
 * turned by it. Any number of processes may ask at any time. Those who write events wait for it once a month: for what is
 * being written at that moment, for two seconds at most. Throws where that takes longer; events then stay in the table of
 * the month before until the next try.
 */
export async function openMonth({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rows } = await openMonthOfEvents(pool)
  return rows[0]?.opened ?? false
}
