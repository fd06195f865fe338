/** One mail on its way out. */
export interface MailMessage {
  messageKey: string
  to: string
  subject: string
  html: string
  text: string
}

/** How mails leave. `send` throws MailRefused when trying again is of no use, anything else when it is. */
export interface MailTransport {
  kind: 'mailbox' | 'smtp'
  send(message: MailMessage): Promise<void>
}

/** The mail itself was refused for good; `answered` is true on other failures when a server judged it. */
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
