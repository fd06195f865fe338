import { eq } from 'drizzle-orm'
import { DocumentSlot } from '#contract/documents.ts'
import { type DocumentRow, documents } from '#server/platform/database/schema/documents.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import type { Caller } from '#server/platform/sessions/caller.ts'
import { lockCase } from '#server/records/cases.ts'
import type { Services } from '#server/services.ts'
import { requireEditable } from './upload-policy.ts'

interface Dates {
  issuedOn: string | null
  expiresOn: string | null
}

/**
 * Keeps the dates that stand on a document: entered by its owner until the case is decided, entered or confirmed by a
 * reviewer (decisions §3). Throws PROFILE_LOCKED for a verified owner, INVALID_STATE for a part that was accepted.
 */
export async function setDates(
  services: Services,
  caller: Caller,
  row: DocumentRow,
  dates: Dates,
  origin: Origin,
): Promise<DocumentRow> {
  const at = services.now()
  const isOwner = row.userId === caller.userId
  return services.database.transaction(async (tx) => {
    const stored = await lockCase(tx, row.userId, 'consumer')
    if (isOwner) requireEditable(stored, DocumentSlot.parse(row.slot))
    const [changed] = await tx.update(documents).set(dates).where(eq(documents.id, row.id)).returning()
    if (!changed) throw new Error('The document was just read')
    await recordEvent(tx, {
      at,
      type: 'document.dates_set',
      actor: { kind: isOwner ? 'user' : 'staff', id: caller.userId },
      userId: row.userId,
      caseId: stored?.id,
      subject: `document:${row.id}`,
      before: { issuedOn: row.issuedOn, expiresOn: row.expiresOn },
      after: dates,
      origin,
    })
    return changed
  })
}
