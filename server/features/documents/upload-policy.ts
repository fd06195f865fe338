import type { DocumentSlot } from '#contract/documents.ts'
import { isLegalMove } from '#domain/case-moves.ts'
import { isEditable } from '#domain/case-submission.ts'
import { closedCase, refusalOf } from '#server/records/case-refusal.ts'
import type { StoredCase } from '#server/records/cases.ts'

/**
 * Throws when a case takes nothing new for this slot from its owner now: verified, finally rejected, or an item already
 * accepted (security R20). No case yet takes everything.
 */
export function requireEditable(stored: StoredCase | undefined, slot: DocumentSlot): void {
  if (!stored) return
  const { record, userId } = stored
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
