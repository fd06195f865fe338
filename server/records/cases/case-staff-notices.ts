import type { CaseRecord } from '#domain/cases/case-record.ts'
import type { Db } from '#server/platform/database/database.ts'
import { giveNotice, tellAdministrators } from '#server/records/mail/notices.ts'

interface CaseChange {
  caseId: number
  userId: number
  before: CaseRecord
  after: CaseRecord
}

/**
 * Tells staff of a change of a case that waits for one of them, in its transaction: a proposal to everybody who may confirm
 * it, an assignment by somebody else to the one who has the case now (cases.md, Deciding).
 */
export async function tellStaff(tx: Db, change: CaseChange, at: Date): Promise<void> {
  const { caseId, userId, before, after } = change
  const about = {
    detail: after.kind === 'business' ? `Company of user ${userId}` : `User ${userId}`,
    path: `/admin/users/${userId}?tab=${after.kind === 'business' ? 'business' : 'kyc'}`,
    key: `case:${caseId}:${after.version}`,
    at,
  }
  if (after.proposal && !before.proposal) {
    const title = 'An approval waits for a second person'
    await tellAdministrators(tx, { ...about, title }, [Number(after.proposal.by)])
  }
  const { assignee } = after
  if (assignee && assignee !== before.assignee && assignee !== after.lastChange?.by.id)
    await giveNotice(tx, { ...about, userId: Number(assignee), title: 'A case was assigned to you' })
}
