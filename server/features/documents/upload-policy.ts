import type { DocumentSlot } from '#contract/documents.ts'
import { isLegalMove } from '#domain/case-moves.ts'
import { isEditable } from '#domain/case-submission.ts'
import type { Db } from '#server/platform/database/database.ts'
import { closedCase, refusalOf } from '#server/records/case-refusal.ts'
import { findCase } from '#server/records/cases.ts'

/**
 * Throws when a person's case takes no file in this slot now: verified, finally rejected, or an item already accepted
 * (security R20). A look before the bytes arrive; the same rules decide again when the row is written.
 */
export async function requireUploadAllowed(db: Db, userId: number, slot: DocumentSlot): Promise<void> {
  const stored = await findCase(db, userId, 'consumer')
  if (!stored) return
  const { record } = stored
  if (!isLegalMove('replace_evidence', record.state)) throw closedCase(record.state, userId)
  const item = record.items.find(({ key }) => key === slot)
  if (item && !isEditable(record, item)) {
    const { state } = record
    throw refusalOf(
      { ok: false, from: state, to: state, why: { code: 'item_read_only', item: slot } },
      { kind: 'user', id: String(userId) },
    )
  }
}
