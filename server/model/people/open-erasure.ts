import { and, eq } from 'drizzle-orm'
import { erasureRequests } from '#server/model/schema/privacy.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The request of a person to delete their account and data that no one has answered yet; there is one at most. */
export function isOpenErasureOf(userId: number) {
  return and(eq(erasureRequests.userId, userId), eq(erasureRequests.state, 'requested'))
}

/** Returns by when that request is answered as the wire has it, null where there is none. */
export async function erasureDueAt(db: Db, userId: number): Promise<string | null> {
  const [open] = await db
    .select({ dueAt: erasureRequests.dueAt })
    .from(erasureRequests)
    .where(isOpenErasureOf(userId))
  return open?.dueAt.toISOString() ?? null
}
