import { and, eq } from 'drizzle-orm'
import { caseLock } from '#domain/cases/case-view.ts'
import { closedCase } from '#server/model/cases/case-refusal.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { type DraftForm, isDraftOf, readDraft, storedDraft } from '#server/model/cases/drafts.ts'
import { drafts } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'

/**
 * Saves answers over the revision they were read at. Throws STALE_VERSION if another device has saved since, so
 * that nothing is overwritten unseen, and PROFILE_LOCKED or INVALID_STATE once the case is closed. Saving the
 * same answers again is idempotent.
 */
export async function saveDraft<Draft extends Readonly<Record<string, unknown>>>(
  db: Db,
  userId: number,
  form: DraftForm<Draft>,
  { draft, revision }: { draft: Draft; revision: number },
  at: Date,
): Promise<{ revision: number; savedAt: string }> {
  const stored = await findCase(db, userId, form.kind)
  if (stored && caseLock(stored.current.state).isLocked) throw closedCase(stored.current.state, userId)
  const data = await storedDraft(db, { userId, kind: form.kind }, draft)
  const next = { data, revision: revision + 1, updatedAt: at }
  const [row] =
    revision === 0
      ? await db
          .insert(drafts)
          .values({ userId, kind: form.kind, ...next })
          .onConflictDoNothing()
          .returning()
      : await db
          .update(drafts)
          .set(next)
          .where(and(isDraftOf(userId, form), eq(drafts.revision, revision)))
          .returning()
  if (row) return { revision: row.revision, savedAt: row.updatedAt.toISOString() }
  const current = await readDraft(db, userId, form)
  if (JSON.stringify(current.draft) === JSON.stringify(form.schema.parse(draft)))
    return { revision: current.revision, savedAt: current.savedAt ?? at.toISOString() }
  throw staleDraft(current.revision)
}

/** Refuses a save or a submission over answers that were saved in another tab or on another device. */
export function staleDraft(version: number): AppError {
  const message = 'Your answers were changed in another tab or on another device after this page opened.'
  return new AppError('STALE_VERSION', message, { conflict: { version } })
}
