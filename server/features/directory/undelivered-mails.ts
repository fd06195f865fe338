import { UNDELIVERED_DAYS, type UndeliveredMail } from '#contract/directory/admin-users.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectUndeliveredMails } from './users.sql.ts'

/** Mails to a person that could not be delivered of late, newest first: someone has to reach them another way. */
export async function undeliveredMails(db: Db, userId: number, now: Date): Promise<UndeliveredMail[]> {
  const since = new Date(now.getTime() - UNDELIVERED_DAYS * DAY_MS)
  const { rows } = await selectUndeliveredMails(db, [userId, since])
  return rows.map((row) => ({
    id: Number(row.id),
    kind: row.kind,
    subject: row.subject,
    to: row.to_address,
    reason: row.last_error,
    at: row.created_at.toISOString(),
  }))
}
