import { inspect } from 'node:util'
import Fastify from 'fastify'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'
import { COMPANY } from '#contract/company.ts'
import type { MailRow } from '#server/platform/database/schema/mails.ts'
import { createJobs } from '#server/platform/jobs/pg-boss-jobs.ts'
import { attachmentRenderer } from '#server/records/mail/mail-attachments.ts'
import { testDatabase } from '#server/testing/database.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { type MailTransport, mailboxTransport } from './mail-transport.ts'
import { type OutgoingMail, queueMail } from './outbox.ts'
import { mailSender, registerMailJobs, sweepMails } from './send-mail-job.ts'
import { smtpTransport } from './smtp-transport.ts'

const database = await testDatabase()
const log = Fastify().log
const renderAttachments = attachmentRenderer(database.db, {
  company: COMPANY,
  dateStyle: 'us',
  invoicing: { details: null, missing: [] as string[] },
})
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Received {
  recipients: string[]
  source: string
  /** Headers unfolded, lower-case names. */
  headers: Map<string, string>
}

/** A real SMTP server on loopback that keeps what it receives; `answers` are replies to use first, by command. */
async function smtpServer(
  settings: { port?: number; rcpt?: number[]; data?: number[]; auth?: boolean } = {},
) {
  const received: Received[] = []
  const reply = (code: number) => Object.assign(new Error(`reply ${code}`), { responseCode: code })
  const options: SMTPServerOptions = {
    disabledCommands: ['STARTTLS'],
    authOptional: !settings.auth,
    allowInsecureAuth: true,
    logger: false,
    onAuth: (_auth, _session, done) => done(reply(535)),
    onRcptTo(_address, _session, done) {
      const code = settings.rcpt?.shift()
      done(code ? reply(code) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const code = settings.data?.shift()
        if (code) return done(reply(code))
        const source = Buffer.concat(chunks).toString()
        const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
        const headers = head.split('\r\n').map((line): [string, string] => {
          const colon = line.indexOf(':')
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
        })
        received.push({
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          source,
          headers: new Map(headers),
        })
        done()
      })
    },
  }
  const server = new SMTPServer(options)
  await new Promise<void>((resolve) => server.listen(settings.port ?? 0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { received, port: address.port }
}

/** Jobs that send through `transport`, repeating after a second; failed mails are noted. */
async function sending(transport: MailTransport) {
  const failed: MailRow[] = []
  const jobs = createJobs({
    database,
    log,
    now: () => new Date(),
    pollSeconds: 0.5,
    retrySeconds: { first: 1, max: 1 },
  })
  registerMailJobs({
    database,
    jobs,
    transport,
    renderAttachments,
    onFailed: async (_tx, row) => void failed.push(row),
  })
  await jobs.start()
  closers.push(() => jobs.stop())
  return { jobs, failed }
}

const smtp = (port: number, user = '') =>
  smtpTransport({ url: `smtp://${user}127.0.0.1:${port}`, from: 'Verdaccord <no-reply@verdaccord.example>' })

let nextKey = 1
function mail(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    messageKey: `test-${nextKey++}`,
    kind: 'verification-submitted',
    to: 'ana@people.example',
    content: { subject: 'Hello', html: '<p>Hello <b>there</b></p>', text: 'Hello there' },
    ...changes,
  }
}

async function stored(messageKey: string): Promise<MailRow> {
  const { rows } = await database.pool.query(
    `select *, to_address as "to", message_key as "messageKey", last_error as "lastError", sent_at as "sentAt"
     from mails where message_key = $1`,
    [messageKey],
  )
  return rows[0]
}

const soon = { timeout: 15_000, interval: 50 }
const context = { log, now: () => new Date(), signal: new AbortController().signal, attempt: 1 }

/** Starts no worker: for tests of one attempt. */
const idleJobs = () => createJobs({ database, log, now: () => new Date() })

async function queuedId(outgoing: OutgoingMail): Promise<number> {
  await database.transaction((tx) => queueMail(tx, idleJobs(), outgoing))
  return Number((await stored(outgoing.messageKey)).id)
}

test('R53 a mail queued in a transaction arrives with both twins, accents and its own message id', async () => {
  const server = await smtpServer()
  const { jobs } = await sending(smtp(server.port))
  const outgoing = mail({
    content: {
      subject: 'Your identity check: Zoë Ångström, 王小明 ✓',
      html: '<p>Zoë <b>Ångström</b></p>',
      text: 'Zoë Ångström 王小明',
    },
  })
  await database.transaction((tx) => queueMail(tx, jobs, outgoing))
  await vi.waitFor(async () => expect((await stored(outgoing.messageKey)).status).toBe('sent'), soon)
  const [got] = server.received
  expect(got?.recipients).toEqual(['ana@people.example'])
  expect(decodedWords(got?.headers.get('subject') ?? '')).toBe(outgoing.content.subject)
  expect(got?.headers.get('content-type')).toContain('multipart/alternative')
  expect(got?.headers.get('message-id')).toMatch(/^<[0-9a-f]{40}@verdaccord\.example>$/)
  expect(got?.headers.get('from')).toBe('Verdaccord <no-reply@verdaccord.example>')
  expect(decodedParts(got?.source ?? '')).toEqual([outgoing.content.text, outgoing.content.html])
  expect((await stored(outgoing.messageKey)).sentAt).not.toBeNull()
})

test('an email of a kind that people may end says where one click ends it (RFC 8058)', async () => {
  const server = await smtpServer()
  const { jobs } = await sending(smtp(server.port))
  const url = 'https://verify.example/api/mail/unsubscribe/abc'
  await database.transaction((tx) => queueMail(tx, jobs, mail({ unsubscribeUrl: url })))
  await database.transaction((tx) => queueMail(tx, jobs, mail()))
  await vi.waitFor(() => expect(server.received).toHaveLength(2), soon)
  const told = server.received.map(({ headers }) => [
    headers.get('list-unsubscribe'),
    headers.get('list-unsubscribe-post'),
  ])
  expect(told).toContainEqual([`<${url}>`, 'List-Unsubscribe=One-Click'])
  expect(told).toContainEqual([undefined, undefined])
})

test('a statement goes along as a PDF that is made when the mail is sent, and the outbox keeps its number only', async () => {
  const server = await smtpServer()
  const { jobs } = await sending(smtp(server.port))
  const { rows } = await database.pool.query(
    `with person as (insert into users (issuer, auth0_id) values ('test', 'ana') returning id)
     insert into certifications (user_id, certification_type, certification_name, text_version, certification_text, text_sha256, acknowledged_at)
     select id, 'investor_category', 'investor_hnw', 'platform-1', $1, $2, $3 from person returning id`,
    ['Statement\n\nSigned: Zoë Ångström\n', 'c'.repeat(64), new Date('2026-03-10T10:00:00Z')],
  )
  const outgoing = mail({
    kind: 'investor-statement-signed',
    attachments: [{ kind: 'investor-statement', certificationId: Number(rows[0].id) }],
  })
  await database.transaction((tx) => queueMail(tx, jobs, outgoing))
  await vi.waitFor(async () => expect((await stored(outgoing.messageKey)).status).toBe('sent'), soon)
  const source = server.received[0]?.source ?? ''
  expect(source).toContain(`filename=investor-statement-${rows[0].id}.pdf`)
  const part = source.slice(source.indexOf('Content-Type: application/pdf'))
  const body = part.slice(part.indexOf('\r\n\r\n') + 4, part.indexOf('\r\n--'))
  const [page] = await pdfText(Buffer.from(body, 'base64'))
  expect(page).toContain('Signed:ZoëÅngström')
  expect(page).toContain('c'.repeat(64))
  expect(JSON.stringify(await stored(outgoing.messageKey)).length).toBeLessThan(1000)
})

test('a mail whose statement is gone is refused for good instead of going without it', async () => {
  const server = await smtpServer()
  const outgoing = mail({ attachments: [{ kind: 'investor-statement', certificationId: 987_654_321 }] })
  const mailId = await queuedId(outgoing)
  await mailSender({ database, jobs: idleJobs(), renderAttachments, transport: smtp(server.port) })(
    mailId,
    context,
  )
  expect((await stored(outgoing.messageKey)).status).toBe('failed')
  expect(server.received).toEqual([])
})

test('R53 the same message key twice is one mail, also when both are queued at once', async () => {
  const server = await smtpServer()
  const { jobs } = await sending(smtp(server.port))
  const outgoing = mail()
  await Promise.all(
    Array.from({ length: 5 }, () => database.transaction((tx) => queueMail(tx, jobs, outgoing))),
  )
  const last = mail()
  await database.transaction((tx) => queueMail(tx, jobs, last))
  await vi.waitFor(async () => expect((await stored(last.messageKey)).status).toBe('sent'), soon)
  expect(server.received).toHaveLength(2)
})

test('R53 a mail whose transaction is rolled back is neither stored nor sent', async () => {
  const server = await smtpServer()
  const { jobs } = await sending(smtp(server.port))
  const [lost, kept] = [mail(), mail()]
  await expect(
    database.transaction(async (tx) => {
      await queueMail(tx, jobs, lost)
      throw new Error('given up')
    }),
  ).rejects.toThrow('given up')
  await database.transaction((tx) => queueMail(tx, jobs, kept))
  await vi.waitFor(async () => expect((await stored(kept.messageKey)).status).toBe('sent'), soon)
  expect(server.received).toHaveLength(1)
  expect(await stored(lost.messageKey)).toBeUndefined()
})

test('B09 a mail the server defers is sent again and arrives once', async () => {
  const server = await smtpServer({ rcpt: [451], data: [452] })
  const { jobs } = await sending(smtp(server.port))
  const outgoing = mail()
  await database.transaction((tx) => queueMail(tx, jobs, outgoing))
  await vi.waitFor(async () => expect((await stored(outgoing.messageKey)).status).toBe('sent'), soon)
  expect(server.received).toHaveLength(1)
  expect(await stored(outgoing.messageKey)).toMatchObject({ attempts: 3, lastError: null })
})

test.each(['rcpt', 'data'] as const)(
  'B09 a mail refused for good at %s is marked as failed, told once and not tried again',
  async (command) => {
    const server = await smtpServer({ [command]: [550] })
    const { jobs, failed } = await sending(smtp(server.port))
    const [outgoing, next] = [mail(), mail()]
    await database.transaction((tx) => queueMail(tx, jobs, outgoing))
    await vi.waitFor(async () => expect((await stored(outgoing.messageKey)).status).toBe('failed'), soon)
    expect(failed).toEqual([expect.objectContaining({ messageKey: outgoing.messageKey, status: 'failed' })])
    expect((await stored(outgoing.messageKey)).lastError).toContain('550')
    await database.transaction((tx) => queueMail(tx, jobs, next))
    await vi.waitFor(async () => expect((await stored(next.messageKey)).status).toBe('sent'), soon)
    expect(server.received).toHaveLength(1)
    expect(failed).toHaveLength(1)
  },
)

test('B09 mails queued while the server is down arrive when it is back, each once', async () => {
  const before = await smtpServer()
  const { port } = before
  for (const close of closers.splice(0)) await close()
  const { jobs, failed } = await sending(smtp(port))
  const outgoing = Array.from({ length: 4 }, () => mail())
  for (const one of outgoing) await database.transaction((tx) => queueMail(tx, jobs, one))
  await vi.waitFor(
    async () => expect((await stored(outgoing[0]?.messageKey ?? '')).lastError).toContain('ECONNREFUSED'),
    soon,
  )
  const server = await smtpServer({ port })
  for (const { messageKey } of outgoing)
    await vi.waitFor(async () => expect((await stored(messageKey)).status).toBe('sent'), soon)
  expect(server.received).toHaveLength(outgoing.length)
  expect(failed).toEqual([])
})

test('B09 a wrong mail password keeps the mails and fails none', async () => {
  const server = await smtpServer({ auth: true })
  const outgoing = mail()
  const mailId = await queuedId(outgoing)
  const send = mailSender({
    database,
    jobs: idleJobs(),
    renderAttachments,
    transport: smtp(server.port, 'user:wrong@'),
  })
  await expect(send(mailId, context)).rejects.toThrow('Invalid login')
  expect(await stored(outgoing.messageKey)).toMatchObject({ status: 'queued', attempts: 0 })
  expect((await stored(outgoing.messageKey)).lastError).not.toContain('wrong')
})

test('B09 a mail deferred for more than three days is given up', async () => {
  const server = await smtpServer({ rcpt: [451, 451] })
  const outgoing = mail({ at: new Date('2026-03-01T09:00:00Z') })
  const mailId = await queuedId(outgoing)
  const send = mailSender({ database, jobs: idleJobs(), renderAttachments, transport: smtp(server.port) })
  await expect(send(mailId, { ...context, now: () => new Date('2026-03-04T08:59:00Z') })).rejects.toThrow(
    '451',
  )
  expect((await stored(outgoing.messageKey)).status).toBe('queued')
  await send(mailId, { ...context, now: () => new Date('2026-03-04T09:01:00Z') })
  expect((await stored(outgoing.messageKey)).status).toBe('failed')
})

test('B09 a mail the server took is not sent again when only marking it failed', async () => {
  const server = await smtpServer()
  const outgoing = mail()
  const mailId = await queuedId(outgoing)
  const send = mailSender({ database, jobs: idleJobs(), renderAttachments, transport: smtp(server.port) })
  const brokenClock = () => {
    throw new Error('the database went away')
  }
  await expect(send(mailId, { ...context, now: brokenClock })).rejects.toThrow('went away')
  await send(mailId, context)
  expect((await stored(outgoing.messageKey)).status).toBe('sent')
  expect(server.received).toHaveLength(1)
})

test('R60 a mail that cannot be stored leaves nothing of its body in the error', async () => {
  const outgoing = mail({ content: { subject: 'Reset\0', html: 'one-time-link', text: 'one-time-link' } })
  const error = await queuedId(outgoing).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(inspect(error, { depth: 10 })).not.toContain('one-time-link')
})

test('R53 the sweep finds a mail whose job was lost', async () => {
  const outgoing = mail({ at: new Date(Date.now() - 90_000) })
  await queuedId(outgoing)
  const server = await smtpServer()
  const { jobs } = await sending(smtp(server.port))
  expect(await sweepMails(database, jobs, new Date())).toBe(1)
  await vi.waitFor(async () => expect((await stored(outgoing.messageKey)).status).toBe('sent'), soon)
})

test.each([
  'ana@people.example, eve@evil.example',
  'ana@people.example\r\nBcc: eve@evil.example',
  'Ana <ana@people.example>',
  'ana@people.example eve@evil.example',
  '<ana@people.example>',
  'nobody',
])('R31 the recipient %j is refused before any server sees it', async (to) => {
  const server = await smtpServer()
  const outgoing = mail({ to })
  const mailId = await queuedId(outgoing)
  await mailSender({ database, jobs: idleJobs(), renderAttachments, transport: smtp(server.port) })(
    mailId,
    context,
  )
  expect((await stored(outgoing.messageKey)).status).toBe('failed')
  expect(server.received).toEqual([])
})

test('R31 a subject with a line break is refused instead of becoming a header', async () => {
  const server = await smtpServer()
  const outgoing = mail({ content: { subject: 'Hi\r\nBcc: eve@evil.example', html: '', text: '' } })
  const mailId = await queuedId(outgoing)
  await mailSender({ database, jobs: idleJobs(), renderAttachments, transport: smtp(server.port) })(
    mailId,
    context,
  )
  expect((await stored(outgoing.messageKey)).status).toBe('failed')
  expect(server.received).toEqual([])
})

test('the built-in mailbox keeps the mail and marks it as sent', async () => {
  const { jobs } = await sending(mailboxTransport())
  const outgoing = mail({ userId: 7 })
  await database.transaction((tx) => queueMail(tx, jobs, outgoing))
  await vi.waitFor(async () => expect((await stored(outgoing.messageKey)).status).toBe('sent'), soon)
})

/** RFC 2047 words back to text. */
function decodedWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, form: string, word: string) =>
      form.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : quotedPrintable(word.replaceAll('_', ' ')),
    )
}

function decodedParts(source: string): string[] {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? ''
  return source
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...body] = part.trim().split('\r\n\r\n')
      const text = body.join('\r\n\r\n').trim()
      return /base64/i.test(head) ? Buffer.from(text, 'base64').toString() : quotedPrintable(text)
    })
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
