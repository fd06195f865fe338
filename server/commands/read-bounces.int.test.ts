import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { MailKind } from '#server/model/mail/mail-kinds.ts'
import { queueMail } from '#server/model/mail/outbox.ts'
import { UNWELCOME } from '#server/model/mail/returned-mails.ts'
import { type MailTransport, returnAddress } from '#server/platform/mail/mail-transport.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { deliver } from '#server/testing/invitations.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { readBounces } from './read-bounces.ts'

let app: TestApp
let admin: TestUser
let person: TestUser
let maildir: string
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
})
beforeEach(async () => {
  person = await app.signIn()
  maildir = await mkdtemp(join(tmpdir(), 'bounces-'))
  for (const folder of ['new', 'cur', 'tmp']) await mkdir(join(maildir, folder))
})

const MINUTE_MS = 60_000
const later = () => {
  app.clock.now = new Date(app.clock.now.getTime() + MINUTE_MS)
}

let count = 0
/** Sends the person a mail, and returns the address to which its bounces go. */
async function sent(kind: MailKind, to = person.email) {
  const messageKey = `returned-${++count}`
  const content = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }
  await app.database.transaction((tx) =>
    queueMail(tx, app.services.fields, {
      messageKey,
      kind,
      to,
      userId: person.id,
      content,
      at: app.clock.now,
    }),
  )
  const stored = async () => {
    const { rows } = await app.database.pool.query(
      'select id, status, return_token, bounced_at, last_error from mails where message_key = $1',
      [messageKey],
    )
    return rows[0]
  }
  const { id, return_token } = await stored()
  let handedOver = 0
  const send: MailTransport['send'] = async () => {
    handedOver++
    return { event: 'delivered', description: 'accepted' }
  }
  await deliver(app, Number(id), { kind: 'smtp', send })
  const address = returnAddress('bounces@verify.example', { id: Number(id), returnToken: return_token })
  return { address: address ?? '', stored, handedOver }
}

/** A report as Postfix writes one, with the mail's own headers and folded lines. */
const report = (to: string, { action = 'failed', status = '5.1.1' } = {}) =>
  [
    'Return-Path: <>',
    'From: MAILER-DAEMON@relay.example (Mail Delivery System)',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'This is the mail system. Action: delivered',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; relay.example',
    'X-Postfix-Queue-ID: 4BxyZ',
    '',
    'Final-Recipient: rfc822; ana@people.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 <ana@people.example>: Recipient address rejected:',
    '    User unknown in virtual mailbox table',
    '',
    '--b1',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: Hello',
    '--b1--',
    '',
  ].join('\r\n')

async function read(...messages: string[]): Promise<string> {
  for (const [n, message] of messages.entries()) await writeFile(join(maildir, 'new', `${n}.relay`), message)
  const work = readBounces.parse([maildir])
  return (await work(app.services as never)).says
}
const profile = async () => (await person.call('GET', '/api/user/profile')).json()

test('R53 a bounce is shown to its person and to staff, and only stops reminders', async () => {
  const bounced = await sent('verification-submitted')
  expect(await read(report(bounced.address), 'From: shop@example.com\r\n\r\nBuy!')).toBe(
    '2 emails read, 1 of them delivery reports about ours.',
  )
  expect([await readdir(join(maildir, 'new')), (await readdir(join(maildir, 'cur'))).toSorted()]).toEqual([
    [],
    ['0.relay:2,S', '1.relay:2,S'],
  ])
  expect((await profile()).email_bounced_at).toBe(app.clock.now.toISOString())
  const { data } = (await admin.call('GET', `/api/admin/users/${person.id}`)).json()
  expect(data).toMatchObject({
    email_bounced_at: app.clock.now.toISOString(),
    undelivered_mails: [{ to: person.email, reason: expect.stringContaining('User unknown') }],
  })
  const { support } = (await admin.call('GET', `/api/admin/users/${person.id}/support`)).json()
  expect(support.mails[0]).toMatchObject({ status: 'bounced' })
  // The same report again changes nothing.
  await read(report(bounced.address))
  expect(await eventsOf(app.database, person.id, 'mail.bounced')).toHaveLength(1)

  const reminder = await sent('id-document-expiring', person.email.toUpperCase())
  expect([reminder.handedOver, await reminder.stored()]).toMatchObject([
    0,
    { status: 'suppressed', last_error: UNWELCOME.bounced },
  ])
  expect(await eventsOf(app.database, person.id, 'mail.suppressed')).toHaveLength(1)
  for (const kind of ['password-reset', 'verification-approved'] as const)
    expect((await sent(kind)).handedOver).toBe(1)
})

test('R55 confirming a link ends the mark of an address where mail bounced', async () => {
  await read(report((await sent('verification-submitted')).address))
  later()
  const answer = await person.call('POST', '/api/user/update-email', { email: person.email })
  expect(answer.json()).toMatchObject({ confirmed: false })
  const [mail] = await mailRows(
    app.database,
    "select text from mails where user_id = $1 and kind = 'system-email-confirmation'",
    person.id,
  )
  const token = /confirm-email\?token=([\w-]+)/.exec(mail.text)?.[1]
  later()
  expect((await person.call('POST', '/api/user/confirm-email', { token })).statusCode).toBe(200)
  expect((await profile()).email_bounced_at).toBeNull()
  expect((await sent('id-document-expiring')).handedOver).toBe(1)
  // There is nothing left to confirm.
  const again = await person.call('POST', '/api/user/update-email', { email: person.email })
  expect(again.json()).toMatchObject({ confirmed: true })
})

test('R53 a forged report, one with another mail’s secret and one without a secret change nothing', async () => {
  const { address, stored } = await sent('verification-submitted')
  const other = await sent('verification-submitted')
  const [id, token] = [/\+(\d+)\./.exec(address)?.[1], /\.([0-9a-f]{32})@/.exec(other.address)?.[1]]
  const forged = [
    'bounces@verify.example',
    `bounces+${id}@verify.example`,
    `bounces+${id}.${'0'.repeat(32)}@verify.example`,
    `bounces+${id}.${token}@verify.example`,
    `bounces+999999999.${token}@verify.example`,
  ]
  expect(await read(...forged.map((to) => report(to)), '', '\0'.repeat(50))).toBe(
    '7 emails read, 0 of them delivery reports about ours.',
  )
  expect(await stored()).toMatchObject({ bounced_at: null })
  expect((await profile()).email_bounced_at).toBeNull()
})

test.each([
  ['a full mailbox', { status: '5.2.2' }],
  ['a mail taken for spam', { status: '5.7.1' }],
  ['a delay', { action: 'delayed', status: '4.4.1' }],
  ['a delivery', { action: 'delivered', status: '2.0.0' }],
])('%s is recorded and says nothing about the address', async (_what, changes) => {
  const { address } = await sent('verification-submitted')
  expect(await read(report(address, changes))).toContain('1 of them')
  expect((await profile()).email_bounced_at).toBeNull()
  expect((await sent('id-document-expiring')).handedOver).toBe(1)
})

test('a folder that is not a Maildir is reported, and nothing is read', async () => {
  const work = readBounces.parse([join(maildir, 'cur')])
  await expect(work(app.services as never)).rejects.toThrow('is no Maildir')
  expect(() => readBounces.parse([])).toThrow('Name the Maildir')
  expect(() => readBounces.parse(['a', 'b'])).toThrow('“b” isn’t expected here.')
})
