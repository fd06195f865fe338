import type { Db } from '#server/platform/database/database.ts'
import type { MailAttachment } from '#server/platform/database/schema/mails.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { MailKind } from './mail-kinds.ts'

/** A mail as it will be read: the subject and its two twins. */
export interface MailContent {
  subject: string
  html: string
  text: string
}

/** A mail to be sent. */
export interface OutgoingMail {
  /** What makes it the same mail: a retry of its cause writes no second one (security R53). */
  messageKey: string
  kind: MailKind
  userId?: number
  /** The verification it is about. */
  caseId?: number
  to: string
  content: MailContent
  /** What is attached, by reference. */
  attachments?: readonly MailAttachment[]
  /** Where one click ends this kind of mail (RFC 8058). */
  unsubscribeUrl?: string
  /** When it was caused; the database's time when absent. */
  at?: Date
}

/**
 * Writes a mail to the outbox and queues its sending, both in the caller's transaction: nothing is sent that was not
 * saved, and nothing saved is forgotten. The same `messageKey` a second time does nothing and gives false.
 */
export async function queueMail(tx: Db, jobs: Jobs, mail: OutgoingMail): Promise<boolean> {
  // Not through Drizzle: its errors quote every parameter, and a body may hold a one-time link (security R60).
  const { rows } = await tx.$client.query<{ id: string }>(
    `insert into mails (message_key, kind, user_id, to_address, subject, html, text, created_at, attachments, unsubscribe_url,
       case_id)
     values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, now()), $9, $10, $11)
     on conflict (message_key) do nothing
     returning id`,
    [
      mail.messageKey,
      mail.kind,
      mail.userId ?? null,
      mail.to,
      mail.content.subject,
      mail.content.html,
      mail.content.text,
      mail.at ?? null,
      mail.attachments?.length ? JSON.stringify(mail.attachments) : null,
      mail.unsubscribeUrl ?? null,
      mail.caseId ?? null,
    ],
  )
  const [row] = rows
  if (row) await jobs.enqueue(tx, 'send-mail', { mailId: Number(row.id) }, { key: row.id })
  return row !== undefined
}
