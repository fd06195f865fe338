import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import type { SendMailOptions, Transporter } from 'nodemailer'
import {
  MailDeferred,
  type MailMessage,
  MailRefused,
  type MailTransport,
  returnAddress,
  unsubscribeHeaders,
} from './mail-transport.ts'

const WAIT_MS = 10_000
/** Longer, because a mail may wait on its connection for its turn. */
const SILENCE_MS = 30_000
const IDLE_MS = 5_000
/** Where the server judges the mail, rather than us or our password. */
const MAIL_COMMANDS = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
const SIGN_IN_REPLIES = new Set([530, 534, 535, 538])

/** Where and as whom mails are sent: `smtp://user:password@host:587` or `smtps://…`, and `Name <address>`. */
interface SmtpOptions {
  url: string
  from: string
  /** The address that reports of delivery go to; absent where no one reads them. */
  bounces?: string | undefined
  /** How many connections are open at most. */
  connections: number
}

/** Sends by SMTP, over connections that stay open between mails. nodemailer is loaded with the first mail. */
export function smtpTransport({ url, from, bounces, connections }: SmtpOptions): MailTransport {
  let transporter: Promise<Transporter> | undefined
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    kind: 'smtp',
    async send(message) {
      transporter ??= openTransporter(url, connections)
      const open = await transporter
      const { html, text } = message
      const attachments = (await message.files()).map(({ fileName, mime, content }) => ({
        filename: fileName,
        contentType: mime,
        content,
      }))
      try {
        await open.sendMail({
          ...headers(message, domain),
          ...envelope(message, bounces),
          from,
          html,
          text,
          attachments,
          [MY_TURN]: message.myTurn,
        } as SendMailOptions)
      } catch (error) {
        throw judged(error)
      }
      // All that SMTP ever tells: what the recipient's own server says later comes as another mail.
      return { event: 'delivered', description: 'The mail server accepted the email' }
    },
    close() {
      transporter?.then((open) => open.close()).catch(() => {})
      transporter = undefined
    },
  }
}

const MY_TURN = 'myTurn'

/**
 * What a mail passes on its way to the server: all of it at once, except that its end waits for the mail's turn. With the
 * end the server takes the mail over.
 */
function heldBack(myTurn: () => Promise<void>): Transform {
  return new Transform({
    // Buffers nothing, so that the turn is asked for when the server has all the rest.
    readableHighWaterMark: 0,
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) => void myTurn().then(() => done(), done),
  })
}

async function openTransporter(url: string, maxConnections: number): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const transporter = createTransport({
    pool: true,
    maxConnections,
    // A mail whose connection broke is judged by us: the server may have taken it.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    ...smtpAddress(url),
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: WAIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transporter.use('stream', (mail, done) => {
    const { [MY_TURN]: myTurn } = mail.data as { [MY_TURN]?: () => Promise<void> }
    if (myTurn) mail.message.processFunc((input: Readable) => pipeline(input, heldBack(myTurn), () => {}))
    done()
  })
  return transporter
}

function headers({ messageKey, to, subject, unsubscribeUrl }: MailMessage, domain: string) {
  return {
    // As an object, so that no address is read as a list of several (security R31).
    to: { name: '', address: to },
    subject,
    // The same for each attempt: a receiver that gets a mail twice can tell.
    messageId: `<${createHash('sha256').update(messageKey).digest('hex').slice(0, 40)}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...unsubscribeHeaders(unsubscribeUrl),
    },
  }
}

/**
 * The sender and recipient that mail servers see, where reports of delivery are read. Asked for are only those of failures,
 * and without the text of the mail.
 */
function envelope(
  message: MailMessage,
  bounces: string | undefined,
): Pick<SendMailOptions, 'envelope' | 'dsn'> {
  const sender = bounces && returnAddress(bounces, message)
  if (!sender) return {}
  return {
    envelope: { from: sender, to: message.to },
    dsn: { id: `${message.id}`, return: 'headers', notify: ['failure'] },
  }
}

/** Tells a mail refused permanently from one to try later, and both from a server that cannot be used now. */
function judged(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, command, responseCode } = error as {
    code?: unknown
    command?: unknown
    responseCode?: unknown
  }
  if (code === 'EMESSAGE' && typeof responseCode !== 'number')
    return new MailRefused(error.message, { cause: error })
  if (typeof command !== 'string' || !MAIL_COMMANDS.has(command) || typeof responseCode !== 'number')
    return error
  if (SIGN_IN_REPLIES.has(responseCode)) return error
  const Judgement = responseCode >= 500 ? MailRefused : MailDeferred
  return new Judgement(error.message, { cause: error })
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** How the mail server of `smtp://user:password@host:587` or `smtps://…` is connected to. */
export function smtpAddress(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    // A password never travels in the clear, unless it does not leave this machine.
    requireTLS: !secure && username !== '' && !LOOPBACK.test(hostname),
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
  }
}
