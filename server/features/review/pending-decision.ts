import { eq } from 'drizzle-orm'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { type PendingDecisionRow, pendingDecisions } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The decision that will count soon and can still be undone; undefined where none is waiting, or the case has moved on from it. */
export async function pendingDecision(
  db: Db,
  { id, current }: StoredCase,
): Promise<PendingDecisionRow | undefined> {
  const [pending] = await db.select().from(pendingDecisions).where(eq(pendingDecisions.caseId, id))
  return pending?.version === current.version ? pending : undefined
}
