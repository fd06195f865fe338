import { inspect } from 'node:util'
import Fastify from 'fastify'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createJobs } from '#server/model/jobs/pg-boss-jobs.ts'
import type { MailRow } from '#server/model/schema/mails.ts'
import { MailRefused, type MailTransport, mailboxTransport } from '#server/platform/mail/mail-transport.ts'
import { smtpTransport } from '#server/platform/mail/smtp-transport.ts'
import { testDatabase } from '#server/testing/database.ts'
import { TEST_FIELDS } from '#server/testing/keys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { soon } from '#server/testing/soon.ts'
import { attachmentRenderer } from './mail-attachments.ts'
import { adoptMails, registerMailJobs, releaseReserved, reserveMails } from './mail-jobs.ts'
import { type OutgoingMail, queueMail, requeueMail } from './outbox.ts'
import { mailSender } from './send-mail.ts'

const database = await testDatabase()
const log = Fastify().log
const renderAttachments = attachmentRenderer(database.db, { config: readConfig({}), now: () => new Date() })
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Received {
  sender: string
  recipients: string[]
  source: string
  /** Unfolded headers by lower-case name. */
  headers: Map<string, string>
}

/** A real SMTP server on loopback that stores what it receives; `answers` are replies to use first, by command. */
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
          sender: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
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
  })
  registerMailJobs({
    database,
    fields: TEST_FIELDS,
    jobs,
    pollSeconds: 0.2,
    retrySeconds: { first: 1, max: 1 },
    transport,
    renderAttachments,
    onFailed: async (_tx, row) => void failed.push(row),
  })
  await jobs.open()
  await jobs.start()
  closers.push(() => jobs.stop())
  return { failed }
}

function smtp(port: number, user = '', bounces?: string): MailTransport {
  const from = 'Verdaccord <no-reply@verdaccord.example>'
  const transport = smtpTransport({ url: `smtp://${user}127.0.0.1:${port}`, from, bounces, connections: 5 })
  closers.push(async () => transport.close?.())
  return transport
}

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

const context = { log, now: () => new Date() }

async function queuedId(outgoing: OutgoingMail): Promise<number> {
  await database.transaction((tx) => queueMail(tx, TEST_FIELDS, outgoing))
  return Number((await stored(outgoing.messageKey)).id)
}

test('R53 a mail queued in a transaction arrives with both parts, accents and its own message id', async () => {
  const server = await smtpServer()
  await sending(smtp(server.port))
  const outgoing = mail({
    content: {
      subject: 'Your identity check: Zoë Ångström, 王小明 ✓',
      html: '<p>Zoë <b>Ångström</b></p>',
      text: 'Zoë Ångström 王小明',
    },
  })
  await database.transaction((tx) => queueMail(tx, TEST_FIELDS, outgoing))
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

test('R53 bounces go to an address with the mail’s secret, if someone reads them', async () => {
  const server = await smtpServer()
  const send = (bounces?: string) =>
    mailSender({
      database,
      fields: TEST_FIELDS,
      renderAttachments,
      transport: smtp(server.port, '', bounces),
    })
  const [without, named] = [await queuedId(mail()), mail()]
  await send()(without, context)
  const mailId = await queuedId(named)
  await send('bounces@verify.example')(mailId, context)
  const { rows } = await database.pool.query('select return_token from mails where id = $1', [mailId])
  const [{ return_token: token }] = rows
  expect(token).toMatch(/^[0-9a-f]{32}$/)
  expect(server.received.map(({ sender }) => sender)).toEqual([
    'no-reply@verdaccord.example',
    `bounces+${mailId}.${token}@verify.example`,
  ])
  expect(server.received[1]?.source).not.toContain(token)
})

test('a kind of email that people may unsubscribe from does so with one click (RFC 8058)', async () => {
  const server = await smtpServer()
  await sending(smtp(server.port))
  const url = 'https://verify.example/api/mail/unsubscribe/abc'
  await database.transaction((tx) => queueMail(tx, TEST_FIELDS, mail({ unsubscribeUrl: url })))
  await database.transaction((tx) => queueMail(tx, TEST_FIELDS, mail()))
  await vi.waitFor(() => expect(server.received).toHaveLength(2), soon)
  const told = server.received.map(({ headers }) => [
    headers.get('list-unsubscribe'),
    headers.get('list-unsubscribe-post'),
  ])
  expect(told).toContainEqual([`<${url}>`, 'List-Unsubscribe=One-Click'])
  expect(told).toContainEqual([undefined, undefined])
})

test('a statement is attached as a PDF that is made when the mail is sent, and the outbox only stores its number', async () => {
  const server = await smtpServer()
  await sending(smtp(server.port))
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
  await database.transaction((tx) => queueMail(tx, TEST_FIELDS, outgoing))
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

/** The mail can't be sent however often it is tried, and no server sees it. */
async function expectRefused(outgoing: OutgoingMail) {
  const server = await smtpServer()
  const mailId = await queuedId(outgoing)
  const send = mailSender({ database, fields: TEST_FIELDS, renderAttachments, transport: smtp(server.port) })
  await send(mailId, context)
  expect((await stored(outgoing.messageKey)).status).toBe('failed')
  expect(server.received).toEqual([])
}

test('a mail whose statement is gone is refused permanently instead of being sent without it', async () => {
  await expectRefused(mail({ attachments: [{ kind: 'investor-statement', certificationId: 987_654_321 }] }))
})

test('R53 the same message key twice is one mail, even if both are queued at once', async () => {
  const server = await smtpServer()
  await sending(smtp(server.port))
  const outgoing = mail()
  await Promise.all(
    Array.from({ length: 5 }, () => database.transaction((tx) => queueMail(tx, TEST_FIELDS, outgoing))),
  )
  const last = mail()
  await database.transaction((tx) => queueMail(tx, TEST_FIELDS, last))
  for (const { messageKey } of [outgoing, last])
    await vi.waitFor(async () => expect((await stored(messageKey)).status).toBe('sent'), soon)
  expect(server.received).toHaveLength(2)
})

test('R53 a mail whose transaction is rolled back is neither stored nor sent', async () => {
  const server = await smtpServer()
  await sending(smtp(server.port))
  const [lost, kept] = [mail(), mail()]
  await expect(
    database.transaction(async (tx) => {
      await queueMail(tx, TEST_FIELDS, lost)
      throw new Error('given up')
    }),
  ).rejects.toThrow('given up')
  await database.transaction((tx) => queueMail(tx, TEST_FIELDS, kept))
  await vi.waitFor(async () => expect((await stored(kept.messageKey)).status).toBe('sent'), soon)
  expect(server.received).toHaveLength(1)
  expect(await stored(lost.messageKey)).toBeUndefined()
})

test('B09 a mail the server defers is sent again and arrives once', async () => {
  const server = await smtpServer({ rcpt: [451], data: [452] })
  await sending(smtp(server.port))
  const outgoing = mail()
  await database.transaction((tx) => queueMail(tx, TEST_FIELDS, outgoing))
  await vi.waitFor(async () => expect((await stored(outgoing.messageKey)).status).toBe('sent'), soon)
  expect(server.received).toHaveLength(1)
  expect(await stored(outgoing.messageKey)).toMatchObject({ attempts: 3, lastError: null })
})

test.each(['rcpt', 'data'] as const)(
  'B09 a mail refused permanently at %s is marked as failed, reported once and not retried',
  async (command) => {
    const server = await smtpServer({ [command]: [550] })
    const { failed } = await sending(smtp(server.port))
    const [outgoing, next] = [mail(), mail()]
    await database.transaction((tx) => queueMail(tx, TEST_FIELDS, outgoing))
    await vi.waitFor(async () => expect((await stored(outgoing.messageKey)).status).toBe('failed'), soon)
    expect(failed).toEqual([expect.objectContaining({ messageKey: outgoing.messageKey, status: 'failed' })])
    expect((await stored(outgoing.messageKey)).lastError).toContain('550')
    await database.transaction((tx) => queueMail(tx, TEST_FIELDS, next))
    await vi.waitFor(async () => expect((await stored(next.messageKey)).status).toBe('sent'), soon)
    expect(server.received).toHaveLength(1)
    expect(failed).toHaveLength(1)
  },
)

test('B09 mails queued while the server is down arrive once each when it is back', async () => {
  const before = await smtpServer()
  const { port } = before
  for (const close of closers.splice(0)) await close()
  const { failed } = await sending(smtp(port))
  const outgoing = Array.from({ length: 4 }, () => mail())
  for (const mail of outgoing) await database.transaction((tx) => queueMail(tx, TEST_FIELDS, mail))
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
    fields: TEST_FIELDS,
    renderAttachments,
    transport: smtp(server.port, 'user:wrong@'),
  })
  await expect(send(mailId, context)).rejects.toThrow('Invalid login')
  expect(await stored(outgoing.messageKey)).toMatchObject({ status: 'queued', attempts: 0 })
  expect((await stored(outgoing.messageKey)).lastError).not.toContain('wrong')
})

test('B09 a mail deferred for more than three days is abandoned', async () => {
  const server = await smtpServer({ rcpt: [451, 451] })
  const outgoing = mail({ at: new Date('2026-03-01T09:00:00Z') })
  const mailId = await queuedId(outgoing)
  const send = mailSender({ database, fields: TEST_FIELDS, renderAttachments, transport: smtp(server.port) })
  await expect(send(mailId, { ...context, now: () => new Date('2026-03-04T08:59:00Z') })).rejects.toThrow(
    '451',
  )
  expect((await stored(outgoing.messageKey)).status).toBe('queued')
  await send(mailId, { ...context, now: () => new Date('2026-03-04T09:01:00Z') })
  expect((await stored(outgoing.messageKey)).status).toBe('failed')
  const again = await smtpServer({ rcpt: [451] })
  await database.transaction((tx) => requeueMail(tx, mailId, new Date('2026-03-05T09:00:00Z')))
  const sendAgain = mailSender({
    database,
    fields: TEST_FIELDS,
    renderAttachments,
    transport: smtp(again.port),
  })
  const later = { ...context, now: () => new Date('2026-03-05T09:01:00Z') }
  await expect(sendAgain(mailId, later)).rejects.toThrow('451')
  await sendAgain(mailId, later)
  expect((await stored(outgoing.messageKey)).status).toBe('sent')
})

test('B09 a mail that the server accepted is not sent again if only marking it failed', async () => {
  const server = await smtpServer()
  const outgoing = mail()
  const mailId = await queuedId(outgoing)
  const send = mailSender({ database, fields: TEST_FIELDS, renderAttachments, transport: smtp(server.port) })
  const brokenClock = () => {
    throw new Error('the database went away')
  }
  await expect(send(mailId, { ...context, now: brokenClock })).rejects.toThrow('went away')
  await send(mailId, context)
  expect((await stored(outgoing.messageKey)).status).toBe('sent')
  expect(server.received).toHaveLength(1)
})

test('R47 an altered mail is reported once, and not sent', async () => {
  const outgoing = mail()
  const mailId = await queuedId(outgoing)
  await database.pool.query("update mails set text = 'f1.test.AAAA' where id = $1", [mailId])
  const altered: string[] = []
  const transport = mailboxTransport()
  const send = mailSender({
    database,
    fields: TEST_FIELDS,
    transport,
    renderAttachments,
    onAltered: async ([table, column, row]) => void altered.push(`${table}.${column}:${row}`),
  })
  for (const _ of ['the first try', 'the next'])
    await expect(send(mailId, context)).rejects.toThrow('altered')
  expect(altered).toEqual([`mails.text:${outgoing.messageKey}`])
  expect((await stored(outgoing.messageKey)).status).toBe('queued')
  await database.pool.query('delete from mails where id = $1', [mailId])
})

test('R60 no link in a delivered mail’s row still works, wherever its token was', async () => {
  const token = 'Zx8_'.repeat(11).slice(0, 43)
  const links = ['/confirm-email?token=', '/api/mail/unsubscribe/', '/p#'].map(
    (start) => `https://verify.example${start}${token}`,
  )
  const { received, port } = await smtpServer()
  const outgoing = mail({
    content: {
      subject: 'Links',
      html: links.map((href) => `<a href="${href}">it</a>`).join(''),
      text: links.join('\n'),
    },
  })
  const id = await queuedId(outgoing)
  await mailSender({ database, fields: TEST_FIELDS, transport: smtp(port), renderAttachments })(id, context)
  expect(received[0]?.source).toContain('Zx8_')
  const [row] = await mailRows(database, 'select html, text from mails where id = $1', id)
  expect(`${row.html} ${row.text}`).not.toContain('Zx8_')
  expect(row.text).toContain('https://verify.example/p#removed')
})

test('R60 a mail that cannot be stored leaves nothing of its body in the error', async () => {
  const outgoing = mail({ content: { subject: 'Reset\0', html: 'one-time-link', text: 'one-time-link' } })
  const error = await queuedId(outgoing).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(inspect(error, { depth: 10 })).not.toContain('one-time-link')
})

test('R53 a mail queued by a former version is left to it for two minutes, and then taken over', async () => {
  const former = async (seconds: number) => {
    const outgoing = mail({ at: new Date(Date.now() - seconds * 1000) })
    await queuedId(outgoing)
    await database.pool.query('update mails set due_at = null where message_key = $1', [outgoing.messageKey])
    return outgoing.messageKey
  }
  const [fresh, left] = [await former(30), await former(150)]
  expect(await adoptMails(database.db)).toBe(1)
  const server = await smtpServer()
  await sending(smtp(server.port))
  await vi.waitFor(async () => expect((await stored(left)).status).toBe('sent'), soon)
  expect((await stored(fresh)).status).toBe('queued')
  await database.pool.query('delete from mails where message_key = $1', [fresh])
})

test.each([
  'ana@people.example, eve@evil.example',
  'ana@people.example\r\nBcc: eve@evil.example',
  'Ana <ana@people.example>',
  'ana@people.example eve@evil.example',
  '<ana@people.example>',
  'nobody',
])('A22 R31 the recipient %j is refused before any server sees it', async (to) => {
  await expectRefused(mail({ to }))
})

test('A22 R31 a subject with a line break is refused instead of becoming a header', async () => {
  await expectRefused(mail({ content: { subject: 'Hi\r\nBcc: eve@evil.example', html: '', text: '' } }))
})

/** A server that does not answer the end of a mail until it is allowed to. */
async function slowServer() {
  const ended: (() => void)[] = []
  let most = 0
  let connections = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    onConnect(_session, done) {
      connections++
      done()
    },
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => {
        ended.push(() => done())
        most = Math.max(most, ended.length)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { port: address.port, ended, most: () => most, connections: () => connections }
}

test('B09 several mails are sent at once, but ended one at a time, so that a crash leaves only one in doubt', async () => {
  const server = await slowServer()
  const mailed = Array.from({ length: 8 }, () => mail())
  for (const mail of mailed) await database.transaction((tx) => queueMail(tx, TEST_FIELDS, mail))
  await sending(smtp(server.port))
  await vi.waitFor(() => expect([server.connections(), server.ended.length]).toEqual([5, 1]), soon)
  for (let left = mailed.length; left > 0; left--) {
    await vi.waitFor(() => expect(server.ended).toHaveLength(1), soon)
    // What the server has accepted is marked before it receives the end of another.
    const { rows } = await database.pool.query(
      "select count(*)::int as n from mails where status = 'queued' and message_key = any($1)",
      [mailed.map(({ messageKey }) => messageKey)],
    )
    expect(rows[0].n).toBe(left)
    server.ended.shift()?.()
  }
  await vi.waitFor(
    async () => expect((await stored(mailed.at(-1)?.messageKey ?? '')).status).toBe('sent'),
    soon,
  )
  expect(server.most()).toBe(1)
})

test('R53 a code is sent before reminders that have waited longer, and no kind waits for another to finish', async () => {
  // Removes what earlier tests have left for a retry.
  await database.pool.query("delete from mails where status = 'queued'")
  const reminder = (n: number) => mail({ kind: 'id-document-expiring', to: `reminder-${n}@people.example` })
  await database.transaction(async (tx) => {
    for (let n = 0; n < 60; n++) await queueMail(tx, TEST_FIELDS, reminder(n))
    await queueMail(tx, TEST_FIELDS, mail({ kind: 'beta-invitation', to: 'invited@people.example' }))
    await queueMail(tx, TEST_FIELDS, mail({ kind: 'application-code', to: 'code@people.example' }))
  })
  const first = await reserveMails(database.db, 10)
  const { rows } = await database.pool.query(
    'select to_address as who from unnest($1::bigint[]) with ordinality as wanted (id, place) join mails using (id) order by place',
    [first],
  )
  const who: string[] = rows.map((row) => row.who)
  expect(who[0]).toBe('code@people.example')
  expect(who).toContain('invited@people.example')
  expect(who.filter((name) => name.startsWith('reminder'))).toEqual(
    Array.from({ length: 8 }, (_, n) => `reminder-${n}@people.example`),
  )
  // What one process has reserved is taken by no other, and what it releases comes next.
  const second = await reserveMails(database.db, 10)
  expect(second.filter((id) => first.includes(id))).toEqual([])
  await releaseReserved(database.db, [...first, ...second])
  expect(await reserveMails(database.db, 10)).toEqual(first)
  await database.pool.query("delete from mails where status = 'queued'")
})

test.skipIf(database.kind === 'embedded')(
  'R53 two processes that reserve mails at once share what is due',
  async () => {
    await database.transaction(async (tx) => {
      for (let n = 0; n < 40; n++) await queueMail(tx, TEST_FIELDS, mail())
    })
    const claimed = await Promise.all(Array.from({ length: 6 }, () => reserveMails(database.db, 10)))
    const all = claimed.flat()
    expect(new Set(all).size).toBe(all.length)
    expect((await reserveMails(database.db, 40)).length + all.length).toBe(40)
    await database.pool.query("delete from mails where status = 'queued'")
  },
)

/**
 * A provider that accepts several mails in one call and recognises a repeated key; `trouble` happens after it
 * has accepted them.
 */
function batchProvider(trouble: Error[] = []) {
  const taken = new Map<string, string[]>()
  const calls: { key: string; to: string[] }[] = []
  const transport: MailTransport = {
    kind: 'resend',
    send: async ({ messageKey, to }) => {
      calls.push({ key: messageKey, to: [to] })
      return { event: 'sent', description: 'taken', providerId: `one:${messageKey}` }
    },
    async sendMany(messages, key) {
      const to = messages.map((message) => message.to)
      calls.push({ key, to })
      if (!taken.has(key)) taken.set(key, to)
      const error = trouble.shift()
      if (error) throw error
      return messages.map((message) =>
        message.to.startsWith('refused')
          ? new MailRefused('422 Invalid `to` field')
          : { event: 'sent', description: 'taken', providerId: `${key}:${message.to}` },
      )
    },
  }
  return { transport, taken, calls }
}

test('B09 a batch is repeated as a whole and with its key until the answer is known, so no mail is sent twice', async () => {
  const provider = batchProvider([new Error('the line broke')])
  const mailed = [
    mail({ to: 'a@people.example' }),
    mail({ to: 'refused@people.example' }),
    mail({ to: 'c@people.example' }),
  ]
  for (const mail of mailed) await database.transaction((tx) => queueMail(tx, TEST_FIELDS, mail))
  const { failed } = await sending(provider.transport)
  await vi.waitFor(async () => expect((await stored(mailed[2]?.messageKey ?? '')).status).toBe('sent'), soon)
  const [first, second] = provider.calls
  expect(second).toEqual(first)
  expect(first?.to).toEqual(mailed.map(({ to }) => to))
  expect(provider.taken.size).toBe(1)
  expect(failed.map(({ messageKey }) => messageKey)).toEqual([mailed[1]?.messageKey])
  const filed = await database.pool.query('select error, tries from dead_letters where mail_id = $1', [
    failed[0]?.id,
  ])
  expect(filed.rows).toEqual([{ error: '422 Invalid `to` field', tries: 1 }])
  expect(await stored(mailed[0]?.messageKey ?? '')).toMatchObject({
    status: 'sent',
    provider_id: `${first?.key}:a@people.example`,
    batch_key: null,
  })
})

test('a batch that is refused as a whole is retried mail by mail', async () => {
  const provider = batchProvider([new MailRefused('413 Too large')])
  const mailed = [mail(), mail()]
  for (const mail of mailed) await database.transaction((tx) => queueMail(tx, TEST_FIELDS, mail))
  await sending(provider.transport)
  for (const { messageKey } of mailed)
    await vi.waitFor(async () => expect((await stored(messageKey)).status).toBe('sent'), soon)
  expect(provider.calls.slice(1).map(({ key }) => key)).toEqual(mailed.map(({ messageKey }) => messageKey))
})

test('the built-in mailbox stores the mail and marks it as sent', async () => {
  await sending(mailboxTransport())
  const outgoing = mail({ userId: 7 })
  await database.transaction((tx) => queueMail(tx, TEST_FIELDS, outgoing))
  await vi.waitFor(async () => expect((await stored(outgoing.messageKey)).status).toBe('sent'), soon)
})

/** Decodes RFC 2047 words to text. */
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
