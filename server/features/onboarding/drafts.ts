import { and, eq } from 'drizzle-orm'
import { caseLock } from '#domain/cases/case-view.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { closedCase } from '#server/model/cases/case-refusal.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { type DraftForm, isDraftOf, readDraft, storedDraft } from '#server/model/cases/drafts.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { drafts } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'

/** Answers to save, with what their page has read: the draft's revision, and how often the case had been submitted. */
interface UnsavedDraft<Draft> {
  draft: Draft
  revision: number
  round?: number | undefined
}

/**
 * Saves answers over the revision they were read at. Throws STALE_VERSION if another device has saved since, so
 * that nothing is overwritten unseen, INVALID_STATE if they were submitted since, and PROFILE_LOCKED or INVALID_STATE
 * once the case is closed. Saving the same answers again is idempotent.
 */
export async function saveDraft<Draft extends Readonly<Record<string, unknown>>>(
  tx: Db,
  userId: number,
  form: DraftForm<Draft>,
  { draft, revision, round }: UnsavedDraft<Draft>,
  at: Date,
): Promise<{ revision: number; savedAt: string }> {
  // As a submission does, so that no save comes between what it checks and its end.
  await lockUser(tx, userId)
  const current = (await findCase(tx, userId, form.kind))?.current
  if (current && caseLock(current.state).isLocked) throw closedCase(current.state, userId)
  if (current && (isWithUs(current.state) || (round ?? current.round) !== current.round))
    throw new AppError('INVALID_STATE', SUBMITTED_SINCE)
  const data = await storedDraft(tx, { userId, kind: form.kind }, draft)
  const next = { data, revision: revision + 1, updatedAt: at }
  const [row] =
    revision === 0
      ? await tx
          .insert(drafts)
          .values({ userId, kind: form.kind, ...next })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(drafts)
          .set(next)
          .where(and(isDraftOf(userId, form), eq(drafts.revision, revision)))
          .returning()
  if (row) return { revision: row.revision, savedAt: row.updatedAt.toISOString() }
  const saved = await readDraft(tx, userId, form)
  if (JSON.stringify(saved.draft) === JSON.stringify(form.schema.parse(draft)))
    return { revision: saved.revision, savedAt: saved.savedAt ?? at.toISOString() }
  throw staleDraft(saved.revision)
}

const SUBMITTED_SINCE =
  'Your answers were submitted in another tab or on another device after this page opened. What you changed here since isn’t saved.'

/** Refuses a save or a submission over answers that were saved in another tab or on another device. */
export function staleDraft(version: number): AppError {
  const message = 'Your answers were changed in another tab or on another device after this page opened.'
  return new AppError('STALE_VERSION', message, { conflict: { version } })
}
