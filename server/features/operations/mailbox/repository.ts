import { and, desc, eq, sql } from 'drizzle-orm'
import { openMail } from '#server/model/mail/outbox.ts'
import { type MailAttachment, mails } from '#server/model/schema/mails.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldCipher } from '#server/platform/fields/field-cipher.ts'

/** A message in the mailbox. */
export interface Message {
  id: number
  to: string
  subject: string
  text: string
  html: string
  sentAt: string
}

/** The same with its attachments. */
export interface MessageWithAttachments extends Message {
  attachments: readonly MailAttachment[]
}

const SHOWN = 500

/**
 * Last sent first; with `to` only those to that address. The row is the mailbox: it shows once committed, and until
 * it is sent at the time it was written.
 */
export async function listMessages(db: Db, fields: FieldCipher, to?: string): Promise<Message[]> {
  const rows = await db
    .select()
    .from(mails)
    .where(to ? eq(sql`lower(${mails.to})`, to.toLowerCase()) : undefined)
    .orderBy(desc(sql`coalesce(${mails.sentAt}, ${mails.createdAt})`), desc(mails.id))
    .limit(SHOWN)
  return rows.map((row) => messageOf(row, fields))
}

/** One message; undefined if there is none. */
export async function findMessage(
  db: Db,
  fields: FieldCipher,
  id: number,
): Promise<MessageWithAttachments | undefined> {
  const rows = await db
    .select()
    .from(mails)
    .where(and(eq(mails.id, id)))
  return rows.map((row) => ({ ...messageOf(row, fields), attachments: row.attachments ?? [] }))[0]
}

function messageOf(row: typeof mails.$inferSelect, fields: FieldCipher): Message {
  const { id, to, subject, sentAt, createdAt } = row
  const { text, html } = openMail(fields, row)
  return { id, to, subject, text, html, sentAt: (sentAt ?? createdAt).toISOString() }
}
