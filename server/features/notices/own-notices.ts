import { and, count, desc, eq, isNull, lt, lte } from 'drizzle-orm'
import type { z } from 'zod'
import type { listNotices, Notice } from '#contract/notices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Paging, pageOf, readCursor } from '#server/platform/database/keyset.ts'
import { type NoticeRow, notices } from '#server/platform/database/schema/notices.ts'

/** One page of a person's notices, newest first. Throws VALIDATION_ERROR for a cursor that is not ours. */
export async function noticesOf(
  db: Db,
  userId: number,
  { limit, cursor }: Paging,
): Promise<z.input<typeof listNotices.answer>> {
  const place = cursor ? readCursor(cursor, (key) => key === '') : undefined
  const rows = await db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, userId), place && lt(notices.id, Number(place.id))))
    .orderBy(desc(notices.id))
    .limit(limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, (last) => ({ key: '', id: String(last.id) }))
  return {
    notices: page.map(present),
    unread: await countUnread(db, userId),
    nextCursor,
  }
}

/** How many notices a person has not read. */
export async function countUnread(db: Db, userId: number): Promise<number> {
  const [found] = await db
    .select({ n: count() })
    .from(notices)
    .where(and(eq(notices.userId, userId), isNull(notices.readAt)))
  return found?.n ?? 0
}

/** Marks one of a person's notices as read, or all up to one; one that is somebody else's stays as it is. */
export async function markRead(
  db: Db,
  userId: number,
  which: { id: number } | { upTo: number },
  at: Date,
): Promise<void> {
  const isMeant = 'id' in which ? eq(notices.id, which.id) : lte(notices.id, which.upTo)
  await db
    .update(notices)
    .set({ readAt: at })
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), isMeant))
}

function present(row: NoticeRow): Notice {
  return {
    id: row.id,
    title: row.title,
    detail: row.detail,
    path: row.path,
    at: row.createdAt.toISOString(),
    isRead: row.readAt !== null,
  }
}
