import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { BusinessDraft } from '#contract/business.ts'
import type { CaseKind } from '#contract/cases.ts'
import { ConsumerDraft } from '#contract/onboarding.ts'
import { caseLock } from '#domain/cases/case-view.ts'
import type { Db } from '#server/platform/database/database.ts'
import { drafts } from '#server/platform/database/schema/cases.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { closedCase } from '#server/records/cases/case-refusal.ts'
import { findCase } from '#server/records/cases/cases.ts'

/** The drafts of one kind: each person has one of each. */
export interface DraftForm<Draft> {
  kind: CaseKind
  schema: z.ZodType<Draft>
}

export const CONSUMER_DRAFT: DraftForm<ConsumerDraft> = { kind: 'consumer', schema: ConsumerDraft }
export const BUSINESS_DRAFT: DraftForm<BusinessDraft> = { kind: 'business', schema: BusinessDraft }

export interface SavedDraft<Draft> {
  draft: Draft | null
  revision: number
  /** ISO 8601, as it leaves. */
  savedAt: string | null
}

/** The unsubmitted answers of a person; revision 0 when there are none. */
export async function readDraft<Draft>(
  db: Db,
  userId: number,
  form: DraftForm<Draft>,
): Promise<SavedDraft<Draft>> {
  const [row] = await db.select().from(drafts).where(isTheirs(userId, form))
  return row
    ? {
        draft: form.schema.parse(row.data),
        revision: row.revision,
        savedAt: row.updatedAt.toISOString(),
      }
    : { draft: null, revision: 0, savedAt: null }
}

/**
 * Saves answers over the revision they were read at. Throws STALE_VERSION when another device saved since, so that
 * nothing is overwritten unseen, and PROFILE_LOCKED or INVALID_STATE once the case is closed; the same answers twice are
 * one save.
 */
export async function saveDraft<Draft>(
  db: Db,
  userId: number,
  form: DraftForm<Draft>,
  { draft, revision }: { draft: Draft; revision: number },
  at: Date,
): Promise<{ revision: number; savedAt: string }> {
  const stored = await findCase(db, userId, form.kind)
  if (stored && caseLock(stored.record.state).isLocked) throw closedCase(stored.record.state, userId)
  const next = { data: draft, revision: revision + 1, updatedAt: at }
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
          .where(and(isTheirs(userId, form), eq(drafts.revision, revision)))
          .returning()
  if (row) return { revision: row.revision, savedAt: row.updatedAt.toISOString() }
  const current = await readDraft(db, userId, form)
  if (JSON.stringify(current.draft) === JSON.stringify(form.schema.parse(draft)))
    return { revision: current.revision, savedAt: current.savedAt ?? at.toISOString() }
  throw new AppError('STALE_VERSION', 'Your answers were changed on another device after this page opened.', {
    conflict: { version: current.revision },
  })
}

function isTheirs(userId: number, { kind }: Pick<DraftForm<unknown>, 'kind'>) {
  return and(eq(drafts.userId, userId), eq(drafts.kind, kind))
}
