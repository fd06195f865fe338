import type { Database } from '#server/platform/database/database.ts'
import { removeInBatches } from '#server/platform/jobs/in-batches.ts'
import type { Progress } from '#server/platform/jobs/progress.ts'
import { KNOWN_DEVICE_DAYS } from './tries.ts'

/** Removes what the embedded provider no longer needs: expired records, links, sign-ups and challenges, old tries and devices (security R59); returns how many. */
export async function sweepEmbeddedProvider(
  database: Database,
  now: Date,
  progress: Progress,
): Promise<number> {
  const oldest = new Date(now.getTime() - KNOWN_DEVICE_DAYS * 86_400_000)
  let removed = 0
  for (const [table, where, at] of [
    ['idp_records', 'd.expires_at <= $1', now],
    ['idp_links', 'd.expires_at <= $1', now],
    ['idp_sign_ups', 'd.expires_at <= $1', now],
    ['idp_challenges', 'd.expires_at <= $1', now],
    ['idp_tries', 'd.forget_at <= $1', now],
    ['idp_devices', 'd.seen_at <= $1', oldest],
  ] as const)
    removed += await removeInBatches(database, progress, table, { table, where, values: [at] })
  return removed
}
