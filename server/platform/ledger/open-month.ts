import type { Database } from '#server/platform/database/database.ts'
import { openMonthOfEvents } from './ledger.sql.ts'

/**
 * Directs new events to the current month's partition and creates the next month's ahead; returns whether the
 * month changed. Any number of processes may call it at any time. Once a month it blocks writers of events
 * until running transactions end, for two seconds at most. Throws if that takes longer; events then stay in the
 * previous month's partition until the next attempt.
 */
export async function openMonth({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rows } = await openMonthOfEvents(pool)
  return rows[0]?.opened ?? false
}
