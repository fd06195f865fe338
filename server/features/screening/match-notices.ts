import type { Db } from '#server/platform/database/database.ts'
import { closeNoticesOfMatches } from './screening.sql.ts'

/** The task of deciding on all matches that were told of at one moment, which they keep as `told_at`. */
export function matchTask(toldAt: Date): string {
  return `matches:${toldAt.toISOString()}`
}

/** Settles what told of matches none of which is open any more: decided on, or no match by now. */
export async function closeMatchNotices(tx: Db, at: Date): Promise<void> {
  await closeNoticesOfMatches(tx, [at])
}
