import { CaseKind } from '#contract/verification/cases.ts'
import { findCase } from '#server/model/cases/cases.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import type { Services } from '#server/services.ts'

/** Records why staff open the documents of a person; for a while each of them opens by it (security R11). One's own need none. */
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
