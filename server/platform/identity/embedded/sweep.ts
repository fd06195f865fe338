import type { Database } from '#server/platform/database/database.ts'
import { type JobProgress, type LapsedRows, removeInBatches } from '#server/platform/jobs/in-batches.ts'
import { KNOWN_DEVICE_DAYS } from './tries.ts'

/**
 * What the embedded provider no longer needs: expired records, links, sign-ups and challenges, old attempts and
 * devices (security R59).
 */
export function lapsedOfProvider(now: Date): LapsedRows[] {
  const oldest = new Date(now.getTime() - KNOWN_DEVICE_DAYS * 86_400_000)
  return [
    { table: 'idp_records', where: 'd.expires_at <= $1', values: [now] },
    { table: 'idp_links', where: 'd.expires_at <= $1', values: [now] },
    { table: 'idp_sign_ups', where: 'd.expires_at <= $1', values: [now] },
    { table: 'idp_challenges', where: 'd.expires_at <= $1', values: [now] },
    { table: 'idp_tries', where: 'd.forget_at <= $1', values: [now] },
    { table: 'idp_devices', where: 'd.seen_at <= $1', values: [oldest] },
  ]
}

/** Deletes that; returns the number of rows. */
export async function sweepEmbeddedProvider(
  database: Database,
  now: Date,
  progress: JobProgress,
): Promise<number> {
  let removed = 0
  for (const rows of lapsedOfProvider(now))
    removed += await removeInBatches(database, progress, rows.table, rows)
  return removed
}
