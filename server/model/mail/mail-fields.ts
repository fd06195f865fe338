import type { FieldCipher } from '#server/platform/fields/field-cipher.ts'

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

/** In the place of what is gone. */
const REMOVED = 'removed'
/** Tokens have 128 random bits or more, and nothing else in an address of ours is as long. */
const TOKEN = /(?<=https?:\/\/[^\s"'<>]*[/=])[A-Za-z0-9_-]{22,}(?![A-Za-z0-9_-])/g
const CODE = /\b\d{6}\b/g
const KINDS_WITH_CODE: ReadonlySet<string> = new Set(['sign-up', 'application-code'])

/** A mail that was handed over, without what still opens anything: tokens of links, codes and the way to unsubscribe. */
export function withoutTokens(kind: string, { html, text }: MailFields): MailFields {
  const blank = (value: string) => {
    const linkless = value.replace(TOKEN, REMOVED)
    return KINDS_WITH_CODE.has(kind) ? linkless.replace(CODE, '······') : linkless
  }
  return { html: blank(html), text: blank(text), unsubscribeUrl: null }
}
