import { and, eq } from 'drizzle-orm'
import { ConsumerDraft } from '#contract/onboarding.ts'
import type { Db } from '#server/platform/database/database.ts'
import { drafts } from '#server/platform/database/schema/cases.ts'
import { AppError } from '#server/platform/http/app-error.ts'

export interface SavedDraft {
  draft: ConsumerDraft | null
  revision: number
  savedAt: Date | null
}

const ofConsumer = (userId: number) => and(eq(drafts.userId, userId), eq(drafts.kind, 'consumer'))

/** The unsubmitted answers of a person; revision 0 when there are none. */
export async function readDraft(db: Db, userId: number): Promise<SavedDraft> {
  const [row] = await db.select().from(drafts).where(ofConsumer(userId))
  return row
    ? { draft: ConsumerDraft.parse(row.data), revision: row.revision, savedAt: row.updatedAt }
    : { draft: null, revision: 0, savedAt: null }
}

/**
 * Saves answers over the revision they were read at. Throws STALE_VERSION when another device saved since, so that
 * nothing is overwritten unseen; the same answers twice are one save.
 */
export async function saveDraft(
  db: Db,
  userId: number,
  draft: ConsumerDraft,
  revision: number,
  at: Date,
): Promise<SavedDraft> {
  const next = { data: draft, revision: revision + 1, updatedAt: at }
  const [row] =
    revision === 0
      ? await db
          .insert(drafts)
          .values({ userId, kind: 'consumer', ...next })
          .onConflictDoNothing()
          .returning()
      : await db
          .update(drafts)
          .set(next)
          .where(and(ofConsumer(userId), eq(drafts.revision, revision)))
          .returning()
  if (row) return { draft, revision: row.revision, savedAt: row.updatedAt }
  const current = await readDraft(db, userId)
  if (JSON.stringify(current.draft) === JSON.stringify(ConsumerDraft.parse(draft))) return current
  throw new AppError(
    'STALE_VERSION',
    'Your answers were changed on another device since this page loaded them.',
    { conflict: { version: current.revision } },
  )
}
