import type { MailAttachment } from '../database/schema/mails.ts'

/** A file that goes with a mail. */
export interface AttachedFile {
  fileName: string
  mime: string
  content: Buffer
}

/** Makes the files that a mail refers to. Throws when one cannot be made now; the mail is then tried again. */
export type RenderAttachments = (attachments: readonly MailAttachment[]) => Promise<AttachedFile[]>

/** One mail on its way out. */
export interface MailMessage {
  messageKey: string
  to: string
  subject: string
  html: string
  text: string
  /** Made only by those who pass the mail on: the row has references. */
  files(): Promise<AttachedFile[]>
}

/**
 * How mails leave. `send` throws MailRefused when trying again is of no use, MailDeferred when the server asks for a
 * later try of this mail, and anything else when the server could not be reached or used.
 */
export interface MailTransport {
  kind: 'mailbox' | 'smtp'
  send(message: MailMessage): Promise<void>
}

/** This mail was refused for good (5xx, or not one valid recipient). */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** The server was reached and asks to try this mail again later (4xx). */
export class MailDeferred extends Error {
  override name = 'MailDeferred'
}

/** The default: the outbox row is the mailbox, readable at /dev/mailbox, so there is nothing more to do. */
export function mailboxTransport(): MailTransport {
  return { kind: 'mailbox', send: async () => {} }
}
