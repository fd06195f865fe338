import { and, eq, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import type { recordDocumentView } from '#contract/documents/uploads.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { lookOf } from '#domain/cases/item-review.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { type DocumentRow, documentViews } from '#server/model/schema/documents.ts'
import { events } from '#server/model/schema/events.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

type ToldView = z.output<typeof recordDocumentView.body>

/**
 * Stores how a page of a document was shown to a member of staff, once per page of a viewing and with the
 * longest time reported: the evidence that its reviewer has seen what they accept. People's views of their own
 * documents aren't stored. Throws INVALID_STATE for a document that was never sent to them, and
 * VALIDATION_ERROR for a page that it doesn't have.
 */
export async function recordView(
  services: Services,
  caller: Caller,
  row: DocumentRow,
  { viewing, page, shownWidth, shownMs }: ToldView,
  origin: Origin,
): Promise<void> {
  if (row.userId === caller.userId) return
  if (page > (row.pages ?? 1)) throw new AppError('VALIDATION_ERROR', 'The document has no such page.')
  const at = services.now()
  await services.database.transaction(async (tx) => {
    if (!(await wasSent(tx, caller, row, page)))
      throw new AppError('INVALID_STATE', 'Open the document first. Nothing was recorded.')
    const [kept] = await tx
      .insert(documentViews)
      .values({ documentId: row.id, viewerId: caller.userId, viewing, page, shownWidth, shownMs, at })
      .onConflictDoUpdate({
        target: [documentViews.documentId, documentViews.viewerId, documentViews.viewing, documentViews.page],
        set: { shownMs },
        setWhere: and(eq(documentViews.shownWidth, shownWidth), lt(documentViews.shownMs, shownMs)),
      })
      .returning()
    if (!kept) return
    const stored = await findCase(tx, row.userId, CaseKind.parse(row.kind))
    await recordEvent(tx, {
      at,
      type: 'document.viewed',
      actor: { kind: 'staff', id: caller.userId },
      userId: row.userId,
      caseId: stored?.id,
      subject: `document:${row.id}`,
      after: {
        slot: row.slot,
        ...(row.pages && { page, pages: row.pages }),
        viewing,
        shownWidth,
        shownMs,
        look: lookOf(DocumentSlot.parse(row.slot), row.width, [{ width: shownWidth, ms: shownMs }]),
      },
      origin,
    })
  })
}

/** Whether the page was sent to this person in a legible size; otherwise it can't have been shown to them. */
async function wasSent(tx: Db, caller: Caller, row: DocumentRow, page: number): Promise<boolean> {
  // A picture has one page, and a former release sent all pages at once.
  const ofPage = sql`coalesce((${events.after} ->> 'page')::int, ${page}) = ${page}`
  const sent = await tx
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.userId, row.userId),
        eq(events.type, 'document.fetched'),
        eq(events.actorId, caller.userId),
        eq(events.subject, `document:${row.id}`),
        ofPage,
      ),
    )
    .limit(1)
  return sent.length > 0
}

/**
 * Records why staff open a person's documents, which allows that for a while (security R11). One's own need no
 * reason.
 */
export async function giveReason(
  { database, now }: Services,
  act: StaffAct,
  row: DocumentRow,
  reason: string,
): Promise<void> {
  if (row.userId === act.actor.id) return
  await database.transaction(async (tx) => {
    const stored = await findCase(tx, row.userId, CaseKind.parse(row.kind))
    await recordAct(tx, act, {
      at: now(),
      type: 'document.reason_given',
      userId: row.userId,
      caseId: stored?.id,
      subject: `document:${row.id}`,
      note: reason,
    })
  })
}
