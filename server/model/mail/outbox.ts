import type { MailAttachment } from '#server/model/schema/mails.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isSealing } from '#server/platform/database/installation.ts'
import type { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import type { MailKind } from './mail-kinds.ts'
import { insertMail, requeueFailedMail } from './outbox.sql.ts'

/** Replaces what was removed. */
const REMOVED = 'removed'
/** Tokens have 128 random bits or more, and nothing else in our URLs is as long. */
const TOKEN = /(?<=https?:\/\/[^\s"'<>]*[/=#])[A-Za-z0-9_-]{22,}(?![A-Za-z0-9_-])/g
const CODE = /\b\d{6}\b/g
const KINDS_WITH_CODE: ReadonlySet<string> = new Set(['sign-up', 'application-code'])

/** An email's content: the subject, the HTML and the plain text. */
export interface MailContent {
  subject: string
  html: string
  text: string
}

/** An email to be sent. */
export interface OutgoingMail {
  /** Identifies the email: a retry of its cause doesn't write a second one (security R53). */
  messageKey: string
  kind: MailKind
  userId?: number
  /** The verification it is about. */
  caseId?: number
  to: string
  content: MailContent
  /** Attachments, by reference. */
  attachments?: readonly MailAttachment[]
  /** One-click unsubscribe for this kind of email (RFC 8058). */
  unsubscribeUrl?: string
  /** The trace that causes it. */
  traceparent?: string | undefined
  /** When it was caused; the database's time if absent. */
  at?: Date
}

/**
 * Writes an encrypted email to the outbox in the caller's transaction: what isn't saved isn't sent, and what is
 * saved isn't forgotten, because the outbox is the queue. The same `messageKey` again does nothing and returns
 * false.
 */
export async function queueMail(tx: Db, fields: FieldCipher, mail: OutgoingMail): Promise<boolean> {
  const { html, text } = mail.content
  const open = { html, text, unsubscribeUrl: mail.unsubscribeUrl ?? null }
  const sealed = (await isSealing(tx)) ? sealMail(fields, mail.messageKey, open) : open
  // Not through Drizzle: its errors quote every parameter, and a body may contain a one-time link (security
  // R60).
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

/**
 * Puts an email that was given up into the queue again; returns false if it is waiting already, or its text is
 * gone.
 */
export async function requeueMail(tx: Db, id: number, at: Date): Promise<boolean> {
  const { rowCount } = await requeueFailedMail(tx, [id, at])
  return rowCount === 1
}

/** The parts of an email that may contain a one-time link, a code or personal data: encrypted in its row. */
export interface MailFields {
  html: string
  text: string
  unsubscribeUrl: string | null
}

/** An email's fields as its row stores them. */
export function sealMail(fields: FieldCipher, messageKey: string, mail: MailFields): MailFields {
  return everyField(mail, (value, column) => fields.seal(value, ['mails', column, messageKey]))
}

/** A row's fields decrypted, also a former release's. Throws if they were altered. */
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

/** A sent email without anything that still gives access: tokens of links, codes and the unsubscribe link. */
export function withoutTokens(kind: string, { html, text }: MailFields): MailFields {
  const blank = (value: string) => {
    const linkless = value.replace(TOKEN, REMOVED)
    return KINDS_WITH_CODE.has(kind) ? linkless.replace(CODE, '······') : linkless
  }
  return { html: blank(html), text: blank(text), unsubscribeUrl: null }
}
