/** An email attachment. */
export interface AttachedFile {
  fileName: string
  mime: string
  content: Buffer
}

/** An outgoing email; delivery reports refer to it by number and token. */
export interface MailMessage extends NumberedMail {
  messageKey: string
  to: string
  subject: string
  html: string
  text: string
  /** One-click unsubscribe for this kind of email (RFC 8058). */
  unsubscribeUrl: string | null
  /** Created only when the email is sent, since the row has references. */
  files(): Promise<AttachedFile[]>
  /**
   * Waits for this email's turn. A transport that can't tell a server which email it repeats calls this right
   * before the command with which the server accepts the email, so that a crash leaves at most one in doubt
   * (security B09).
   */
  myTurn(): Promise<void>
}

/** What is known about an email once it was handed over. */
export interface HandedOver {
  event: 'sent' | 'delivered'
  /** What that means, for staff. */
  description: string
  /** The provider's id for the email. */
  providerId?: string
}

/**
 * How emails are sent. `send` throws MailRefused if retrying is useless, MailDeferred if the server asks to
 * retry this email later, and anything else if the server couldn't be reached or used.
 */
export interface MailTransport {
  kind: 'mailbox' | 'smtp' | 'resend'
  send(message: MailMessage): Promise<HandedOver>
  /**
   * Sends up to MOST_AT_ONCE emails without attachments in one call, and returns each result in order. The same
   * emails with the same key are sent once. Throws as `send` does; MailRefused means that none was accepted.
   */
  sendMany?(messages: readonly MailMessage[], key: string): Promise<(HandedOver | MailRefused)[]>
  /** Closes idle connections; the next email opens them again. */
  close?(): void
}

/** The most emails per call. */
export const MOST_AT_ONCE = 100

/** This email was refused permanently (5xx, or no valid recipient). */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** The server was reached and asks to retry this email later (4xx). */
export class MailDeferred extends Error {
  override name = 'MailDeferred'
}

/** The default: the outbox row is the mailbox, shown at /dev/mailbox, so there is nothing more to do. */
export function mailboxTransport(): MailTransport {
  return {
    kind: 'mailbox',
    send: async () => ({ event: 'delivered', description: 'In the built-in mailbox' }),
  }
}

/** Headers for one-click unsubscribing (RFC 8058); mail programs trust them only if DKIM signs them. */
export function unsubscribeHeaders(url: string | null): Record<string, string> {
  return url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}
}

/** One caller's passage through a turnstile. */
interface Pass {
  /** Waits until all who came before have left. */
  enter(): Promise<void>
  /** Lets the next one in; also for one who never entered. */
  leave(): void
}

/** Creates a turnstile that lets one caller through at a time, in order of arrival. */
export function turnstile(): () => Pass {
  let last = Promise.resolve()
  return () => {
    const left = Promise.withResolvers<void>()
    let entered: Promise<void> | undefined
    return {
      enter() {
        if (!entered) {
          entered = last
          last = last.then(() => left.promise)
        }
        return entered
      },
      leave: left.resolve,
    }
  }
}

/** An email's number, and the token in the address for its reports; null if a former version queued it. */
interface NumberedMail {
  id: number
  returnToken: string | null
}

/** Which email a report is about, with the secret that only its envelope had. */
export interface ReturnedMail {
  mailId: number
  token: string
}

/**
 * The envelope sender, which receives delivery reports. It contains a secret of its own, so that only someone
 * who has the email can report about it (security R53). Undefined if a former version queued it.
 */
export function returnAddress(bounces: string, { id, returnToken }: NumberedMail): string | undefined {
  if (!returnToken) return undefined
  const at = bounces.lastIndexOf('@')
  return `${bounces.slice(0, at)}+${id}.${returnToken}${bounces.slice(at)}`
}

/** Finds the email from an address made by `returnAddress`, anywhere in `text`. */
export function returnedMail(text: string): ReturnedMail | undefined {
  const found = /\+(\d{1,15})\.([0-9a-f]{32})@/i.exec(text)
  return found?.[1] && found[2] ? { mailId: Number(found[1]), token: found[2].toLowerCase() } : undefined
}
