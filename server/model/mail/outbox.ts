import type { MailAttachment } from '#server/model/schema/mails.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isSealing } from '#server/platform/database/installation.ts'
import type { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import { sealMail } from './mail-fields.ts'
import type { MailKind } from './mail-kinds.ts'
import { insertMail, requeueFailedMail } from './outbox.sql.ts'

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
  /** The trace that causes it. */
  traceparent?: string | undefined
  /** When it was caused; the database's time when absent. */
  at?: Date
}

/**
 * Writes a mail to the outbox, encrypted, in the caller's transaction: nothing is sent that was not saved, and nothing saved is
 * forgotten, because the outbox is the queue. The same `messageKey` a second time does nothing and returns false.
 */
export async function queueMail(tx: Db, fields: FieldCipher, mail: OutgoingMail): Promise<boolean> {
  const { html, text } = mail.content
  const open = { html, text, unsubscribeUrl: mail.unsubscribeUrl ?? null }
  const sealed = (await isSealing(tx)) ? sealMail(fields, mail.messageKey, open) : open
  // Not through Drizzle: its errors quote every parameter, and a body may hold a one-time link (security R60).
  const { rowCount } = await insertMail(tx, [
    mail.messageKey,
    mail.kind,
    mail.userId ?? null,
    mail.to,
    mail.content.subject,
    sealed.html,
    sealed.text,
    mail.at ?? null,
    mail.attachments?.length ? JSON.stringify(mail.attachments) : null,
    sealed.unsubscribeUrl,
    mail.caseId ?? null,
    mail.traceparent ?? null,
  ])
  return rowCount === 1
}

/** Puts a mail that was given up into the queue again; returns false where it waits already, or its text is gone. */
export async function requeueMail(tx: Db, id: number, at: Date): Promise<boolean> {
  const { rowCount } = await requeueFailedMail(tx, [id, at])
  return rowCount === 1
}
