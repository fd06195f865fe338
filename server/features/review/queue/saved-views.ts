import { and, asc, count, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { VIEWS_MAX } from '#contract/review/saved-view-limits.ts'
import {
  deleteView,
  listViews,
  type SavedView,
  saveView,
  type ViewedList,
} from '#contract/review/saved-views.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { savedViews } from '#server/model/schema/saved-views.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'

/** A person's own saved views of lists; they show nothing that the lists wouldn't. */
export function registerSavedViews(routes: Routes, { database, now }: Services): void {
  routes.on(listViews)(async ({ query, request }) => ({
    views: await viewsOf(database.db, callerOf(request).userId, query.list),
  }))

  routes.on(saveView)(async ({ body, request }) => {
    const { userId } = callerOf(request)
    return { view: await database.transaction((tx) => storeView(tx, userId, body, now())) }
  })

  routes.on(deleteView)(async ({ params, request }) => {
    const gone = await database.db
      .delete(savedViews)
      .where(and(eq(savedViews.id, params.id), eq(savedViews.userId, callerOf(request).userId)))
      .returning({ id: savedViews.id })
    if (gone.length === 0) throw new AppError('NOT_FOUND', 'You have no such view.')
    return { success: true }
  })
}

async function viewsOf(db: Db, userId: number, list: ViewedList): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.userId, userId), eq(savedViews.list, list)))
    .orderBy(asc(savedViews.name), asc(savedViews.id))
  return rows.map(presented)
}

/** Saves a view, replacing one with the same name. Throws INVALID_STATE at the limit for the list. */
async function storeView(
  tx: Db,
  userId: number,
  { list, name, search }: z.output<typeof saveView.body>,
  savedAt: Date,
): Promise<SavedView> {
  // Serialises concurrent calls, so that both are counted.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [others] = await tx
    .select({ n: count() })
    .from(savedViews)
    .where(and(eq(savedViews.userId, userId), eq(savedViews.list, list), ne(savedViews.name, name)))
  if ((others?.n ?? 0) >= VIEWS_MAX)
    throw new AppError('INVALID_STATE', `You have ${VIEWS_MAX} views of this list. Delete one first.`)
  const words = Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )
  const [stored] = await tx
    .insert(savedViews)
    .values({ userId, list, name, search: words, savedAt })
    .onConflictDoUpdate({
      target: [savedViews.userId, savedViews.list, savedViews.name],
      set: { search: words, savedAt },
    })
    .returning()
  if (!stored) throw new Error('An insert answers with its row')
  return presented(stored)
}

function presented({ id, name, search }: typeof savedViews.$inferSelect): SavedView {
  return { id, name, search: search as SavedView['search'] }
}
