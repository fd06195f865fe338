import { casePath, nameOrNumber } from '#server/model/cases/case-staff-notices.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { growNotice } from '#server/model/mail/notices.ts'
import type { Db } from '#server/platform/database/database.ts'

interface Assignment {
  to: number
  by: number
  /** Names the call: everything assigned by it is one notice. */
  batch: string
  at: Date
}

/** Tells a reviewer of a case they were assigned, in its transaction: one notice for a whole batch, which grows with it. */
export async function tellAssigned(
  tx: Db,
  { userId, record }: StoredCase,
  { to, by, batch, at }: Assignment,
): Promise<void> {
  const who = await nameOrNumber(tx, by)
  const notice = {
    userId: to,
    key: `assigned:${batch}`,
    title: `${who} assigned {about} to you`,
    path: casePath(userId, record),
    about: { userId, kind: record.kind },
    at,
  }
  await growNotice(tx, notice, (number) => ({
    title: `${who} assigned ${number} cases to you`,
    detail: `{about} and ${number === 2 ? '1 other' : `${number - 1} others`}`,
    path: '/admin/queue?owner=me',
  }))
}
