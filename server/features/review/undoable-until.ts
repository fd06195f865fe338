import { and, eq } from 'drizzle-orm'
import { pendingDecisions } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Until when a reviewer can undo their decision on a case, which counts soon after; undefined where none of theirs waits for that. */
export async function undoableUntil(
  db: Db,
  { caseId, readerId }: { caseId: number; readerId: number },
): Promise<Date | undefined> {
  const [pending] = await db
    .select({ dueAt: pendingDecisions.dueAt })
    .from(pendingDecisions)
    .where(and(eq(pendingDecisions.caseId, caseId), eq(pendingDecisions.decidedBy, readerId)))
  return pending?.dueAt
}
