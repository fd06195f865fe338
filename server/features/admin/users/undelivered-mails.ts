import { UNDELIVERED_DAYS, type UndeliveredMail } from '#contract/admin-users.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import type { Db } from '#server/platform/database/database.ts'

const MOST = 5

/** Mails to a person that could not be delivered of late, newest first: someone has to reach them another way. */
export async function undeliveredMails(db: Db, userId: number, now: Date): Promise<UndeliveredMail[]> {
  const since = new Date(now.getTime() - UNDELIVERED_DAYS * DAY_MS)
  const { rows } = await db.$client.query<Row>(
    `select id, kind, subject, to_address, created_at, coalesce(last_error, (
       select description from mail_events e where e.mail_id = mails.id and e.undeliverable limit 1)) as last_error
     from mails where user_id = $1 and (status = 'failed' or bounced_at is not null) and created_at > $2 order by id desc limit ${MOST}`,
    [userId, since],
  )
  return rows.map((row) => ({
    id: Number(row.id),
    kind: row.kind,
    subject: row.subject,
    to: row.to_address,
    reason: row.last_error,
    at: row.created_at.toISOString(),
  }))
}

interface Row {
  id: string
  kind: string
  subject: string
  to_address: string
  last_error: string | null
  created_at: Date
}
