/** A file that goes with a mail. */
export interface AttachedFile {
  fileName: string
  mime: string
  content: Buffer
}

/** One mail on its way out; by number and token reports of its delivery name it. */
export interface MailMessage extends NumberedMail {
  messageKey: string
  to: string
  subject: string
  html: string
  text: string
  /** Where one click ends this kind of mail (RFC 8058). */
  unsubscribeUrl: string | null
  /** Made only by those who pass the mail on: the row has references. */
  files(): Promise<AttachedFile[]>
  /**
   * Waits for this mail's turn. A transport that can't tell a server which mail it repeats asks right before the word by
   * which the server takes the mail over, so that a crash leaves at most one in doubt (security B09).
   */
  myTurn(): Promise<void>
}

/** What is known of a mail as soon as it has left. */
export interface HandedOver {
  event: 'sent' | 'delivered'
  /** What that means, for staff. */
  description: string
  /** What the provider calls the mail. */
  providerId?: string
}

/**
 * How mails leave. `send` throws MailRefused when trying again is of no use, MailDeferred when the server asks for a
 * later try of this mail, and anything else when the server could not be reached or used.
 */
export interface MailTransport {
  kind: 'mailbox' | 'smtp' | 'resend'
  send(message: MailMessage): Promise<HandedOver>
  /**
   * Hands over up to MOST_AT_ONCE mails without files in one call, and returns what became of each, in their order. The same mails
   * with the same key are handed over once. Throws as `send`; MailRefused means that none was taken.
   */
  sendMany?(messages: readonly MailMessage[], key: string): Promise<(HandedOver | MailRefused)[]>
  /** Ends connections that are open and not in use. The next mail opens them again. */
  close?(): void
}

/** How many mails go in one call. */
export const MOST_AT_ONCE = 100

/** This mail was refused permanently (5xx, or not one valid recipient). */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** The server was reached and asks to try this mail again later (4xx). */
export class MailDeferred extends Error {
  override name = 'MailDeferred'
}

/** The default: the outbox row is the mailbox, readable at /dev/mailbox, so there is nothing more to do. */
export function mailboxTransport(): MailTransport {
  return {
    kind: 'mailbox',
    send: async () => ({ event: 'delivered', description: 'In the built-in mailbox' }),
  }
}

/** By these a mail program offers to unsubscribe with one click (RFC 8058); signed by DKIM, or they are not believed. */
export function unsubscribeHeaders(url: string | null): Record<string, string> {
  return url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}
}

/** A pass through a turnstile. */
interface Pass {
  /** Waits until all who came before have left. */
  enter(): Promise<void>
  /** Lets the next one in; also for one who never entered. */
  leave(): void
}

/** Makes a turnstile that lets one through at a time, in the order in which they came; each gets a pass. */
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

/** A mail by its number, with the token that the address of its reports bears; null where a former version has queued it. */
interface NumberedMail {
  id: number
  returnToken: string | null
}

/** Which mail a report is about, and the secret that only its envelope told. */
export interface ReturnedMail {
  mailId: number
  token: string
}

/**
 * The envelope sender of a mail: reports of its delivery go there. It names the mail by a secret of its own, so that no one
 * who hasn't got the mail can report about it (security R53). Undefined where a former version has queued it.
 */
export function returnAddress(bounces: string, { id, returnToken }: NumberedMail): string | undefined {
  if (!returnToken) return undefined
  const at = bounces.lastIndexOf('@')
  return `${bounces.slice(0, at)}+${id}.${returnToken}${bounces.slice(at)}`
}

/** Finds the mail in an address that `returnAddress` has made, wherever it stands in `text`. */
export function returnedMail(text: string): ReturnedMail | undefined {
  const found = /\+(\d{1,15})\.([0-9a-f]{32})@/i.exec(text)
  return found?.[1] && found[2] ? { mailId: Number(found[1]), token: found[2].toLowerCase() } : undefined
}
