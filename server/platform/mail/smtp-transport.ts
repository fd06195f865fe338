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
/** Longer than usual, because an email may wait on its connection for its turn. */
const SILENCE_MS = 30_000
const IDLE_MS = 5_000
/** The commands at which the server judges the email, rather than us or our password. */
const MAIL_COMMANDS = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
const SIGN_IN_REPLIES = new Set([530, 534, 535, 538])

/** Server and sender of emails: `smtp://user:password@host:587` or `smtps://…`, and `Name <address>`. */
interface SmtpOptions {
  url: string
  from: string
  /** The address for delivery reports; undefined if no one reads them. */
  bounces?: string | undefined
  /** The most connections open at once. */
  connections: number
}

/** Sends by SMTP over connections that stay open between emails. nodemailer is loaded with the first email. */
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
      // All that SMTP reports: what the recipient's own server says later arrives as another email.
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
 * Passes an email through, but holds back its end until the email's turn, because with the end the server
 * accepts the email.
 */
function heldBack(myTurn: () => Promise<void>): Transform {
  return new Transform({
    // Buffers nothing, so that the turn is requested once the server has all the rest.
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
    // We decide about an email whose connection broke, since the server may have accepted it.
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
    // As an object, so that no address is parsed as a list of several (security R31).
    to: { name: '', address: to },
    subject,
    // The same for each attempt, so that a receiver can recognise a duplicate.
    messageId: `<${createHash('sha256').update(messageKey).digest('hex').slice(0, 40)}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...unsubscribeHeaders(unsubscribeUrl),
    },
  }
}

/**
 * The envelope's sender and recipient, if delivery reports are read. Only failures are requested, without the
 * email's text.
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

/**
 * Tells an email that is refused permanently from one to retry later, and both from a server that can't be used
 * now.
 */
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

/** Connection options for `smtp://user:password@host:587` or `smtps://…`. */
export function smtpAddress(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    // A password is never sent unencrypted, unless it doesn't leave this machine.
    requireTLS: !secure && username !== '' && !LOOPBACK.test(hostname),
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
  }
}
