import { and, desc, eq } from 'drizzle-orm'
import type { CaseNote } from '#contract/review/admin-cases.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { caseNotes as notes } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import { requireSame } from '#server/platform/database/once-by-key.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { type Decision, lockSubmitted } from './decide.ts'

const NOTES_SHOWN = 200

/** A case's internal notes, newest first. */
export async function caseNotes(db: Db, caseId: number): Promise<CaseNote[]> {
  const rows = await db
    .select()
    .from(notes)
    .where(eq(notes.caseId, caseId))
    .orderBy(desc(notes.id))
    .limit(NOTES_SHOWN)
  const names = await namesOf(db, [...new Set(rows.map(({ authorId }) => authorId))])
  return rows.map(({ id, authorId, createdAt, text }) => ({
    id,
    author: names.get(authorId) ?? unnamed(authorId),
    at: createdAt.toISOString(),
    text,
  }))
}

/**
 * Adds an internal note. The ledger records by whom but not the text: that is deleted with the case when its
 * retention ends, while the ledger stays. Idempotent by key. Throws NOT_FOUND if nothing was submitted,
 * FORBIDDEN for one's own case, and INVALID_STATE if the key was used for another text.
 */
export async function addNote(
  services: Services,
  decision: Decision,
  { text, key }: { text: string; key: string | undefined },
): Promise<StoredCase> {
  const { caller, userId, kind, origin } = decision
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const stored = await lockSubmitted(tx, userId, kind)
    if (userId === caller.userId)
      throw new AppError('FORBIDDEN', 'This is your own verification. A colleague works on it.')
    // After a double click or a retry: a note can't be deleted, so it isn't added twice.
    const [known] = key
      ? await tx
          .select()
          .from(notes)
          .where(and(eq(notes.caseId, stored.id), eq(notes.requestKey, key)))
      : []
    if (known) {
      requireSame(known, { text, authorId: caller.userId })
      return stored
    }
    const [note] = await tx
      .insert(notes)
      .values({ caseId: stored.id, authorId: caller.userId, text, requestKey: key, createdAt: at })
      .returning({ id: notes.id })
    await recordEvent(tx, {
      at,
      type: 'case.note_added',
      actor: { kind: 'staff', id: caller.userId },
      userId,
      caseId: stored.id,
      subject: `note:${note?.id}`,
      origin,
    })
    return stored
  })
}
