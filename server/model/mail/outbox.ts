import type { MailAttachment } from '#server/model/schema/mails.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isSealing } from '#server/platform/database/installation.ts'
import type { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import type { MailKind } from './mail-kinds.ts'
import { insertMail, requeueFailedMail } from './outbox.sql.ts'

/** Instead of what is gone. */
const REMOVED = 'removed'
/** Tokens have 128 random bits or more, and nothing else in an address of ours is as long. */
const TOKEN = /(?<=https?:\/\/[^\s"'<>]*[/=#])[A-Za-z0-9_-]{22,}(?![A-Za-z0-9_-])/g
const CODE = /\b\d{6}\b/g
const KINDS_WITH_CODE: ReadonlySet<string> = new Set(['sign-up', 'application-code'])

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

/** What of a mail may hold a one-time link, a code or what it says of someone: encrypted in its row. */
export interface MailFields {
  html: string
  text: string
  unsubscribeUrl: string | null
}

/** The fields of a mail as its row keeps them. */
export function sealMail(fields: FieldCipher, messageKey: string, mail: MailFields): MailFields {
  return everyField(mail, (value, column) => fields.seal(value, ['mails', column, messageKey]))
}

/** The fields of a row as they are read, encrypted or of a former release. Throws for what was altered. */
export function openMail(fields: FieldCipher, row: MailFields & { messageKey: string }): MailFields {
  return everyField(row, (value, column) => fields.open(value, ['mails', column, row.messageKey]))
}

function everyField(mail: MailFields, change: (value: string, column: string) => string): MailFields {
  const { html, text, unsubscribeUrl } = mail
  return {
    html: html && change(html, 'html'),
    text: text && change(text, 'text'),
    unsubscribeUrl: unsubscribeUrl && change(unsubscribeUrl, 'unsubscribe_url'),
  }
}

/** A mail that was handed over, without what still opens anything: tokens of links, codes and the way to unsubscribe. */
export function withoutTokens(kind: string, { html, text }: MailFields): MailFields {
  const blank = (value: string) => {
    const linkless = value.replace(TOKEN, REMOVED)
    return KINDS_WITH_CODE.has(kind) ? linkless.replace(CODE, '······') : linkless
  }
  return { html: blank(html), text: blank(text), unsubscribeUrl: null }
}
