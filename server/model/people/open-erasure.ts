import { and, eq } from 'drizzle-orm'
import { erasureRequests } from '#server/model/schema/privacy.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Matches a person's unanswered request to delete their account and data; there is one at most. */
export function isOpenErasureOf(userId: number) {
  return and(eq(erasureRequests.userId, userId), eq(erasureRequests.state, 'requested'))
}

/** Returns the date by which that request is answered, for the wire; null if there is none. */
export async function erasureDueAt(db: Db, userId: number): Promise<string | null> {
  const [open] = await db
    .select({ dueAt: erasureRequests.dueAt })
    .from(erasureRequests)
    .where(isOpenErasureOf(userId))
  return open?.dueAt.toISOString() ?? null
}
