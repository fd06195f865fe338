import { and, eq, gt } from 'drizzle-orm'
import { pendingDecisions } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Until when a reviewer can undo their decision on a case; undefined where there is none of theirs, or it is too late. */
export async function undoableUntil(
  db: Db,
  { caseId, readerId, now }: { caseId: number; readerId: number; now: Date },
): Promise<Date | undefined> {
  const [pending] = await db
    .select({ dueAt: pendingDecisions.dueAt })
    .from(pendingDecisions)
    .where(
      and(
        eq(pendingDecisions.caseId, caseId),
        eq(pendingDecisions.decidedBy, readerId),
        gt(pendingDecisions.dueAt, now),
      ),
    )
  return pending?.dueAt
}
