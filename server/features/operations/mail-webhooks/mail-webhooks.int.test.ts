import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BetaInvite } from '#contract/invitations/invitations.ts'
import type { MailTransport } from '#server/platform/mail/mail-transport.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { deliver, invitationMail } from '#server/testing/invitations.ts'

const SECRETS = [5, 6].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`)
let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp({
    env: { RESEND_API_KEY: 're_test', RESEND_WEBHOOK_SECRETS: SECRETS.join(','), MAIL_TRACKING: '1' },
  })
  admin = await app.signIn({ role: 'admin' })
})

let count = 0
/** Invites someone, whose email Resend calls `providerId`. */
async function invited(providerId = `re-${++count}`, handOver = true) {
  const email = `${providerId}@people.example`
  await admin.call('POST', '/api/admin/beta-invitation', { email })
  const { mailId } = await invitationMail(app, email)
  const send: MailTransport['send'] = async () => ({ event: 'sent', description: 'accepted', providerId })
  const handOverNow = () => deliver(app, mailId, { kind: 'resend', send })
  if (handOver) await handOverNow()
  const read = async (): Promise<BetaInvite> =>
    (await admin.call('GET', `/api/admin/beta-invites?email=${email}`)).json().data[0]
  return { email, providerId, read, handOver: handOverNow }
}

const report = (type: string, data: object) =>
  JSON.stringify({ type, created_at: '2026-03-10T09:59:00.000Z', data })

/** Sends a webhook as Resend does, with a test's changes. */
function post(
  body: string,
  {
    id = `msg_${++count}`,
    seconds = app.clock.now.getTime() / 1000,
    secret = SECRETS[0] ?? '',
    sent = body,
  } = {},
) {
  return app.server.inject({
    method: 'POST',
    url: '/api/webhooks/mail',
    headers: {
      'content-type': 'application/json',
      'svix-id': id,
      'svix-timestamp': String(seconds),
      'svix-signature': new Webhook(secret).sign(id, new Date(seconds * 1000), body),
    },
    payload: sent,
  })
}
const kept = async () =>
  (await app.database.pool.query('select count(*)::int as n from mail_events')).rows[0].n

describe('a Resend report', () => {
  test.each([
    ['email.delivered', 'delivered'],
    ['email.opened', 'opened'],
    ['email.clicked', 'clicked'],
    ['email.bounced', 'failed'],
    ['email.failed', 'failed'],
    ['email.suppressed', 'failed'],
    ['email.complained', 'complained'],
    ['email.sent', 'pending'],
    ['email.scheduled', 'pending'],
    ['email.delivery_delayed', 'pending'],
  ])('%s is shown as %s', async (type, status) => {
    const { providerId, read } = await invited()
    const data = { email_id: providerId, bounce: { message: '550 no such box', type: 'Permanent' } }
    const answer = await post(report(type, data))
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    const found = await read()
    expect(found.invitation_status).toBe(status)
    expect(found.metadata.email_events.at(0)).toMatchObject({
      timestamp: '2026-03-10T09:59:00.000Z',
      details: { description: '550 no such box' },
    })
  })

  test('R52 B14 has one effect if it arrives fifty times at once, and every answer is 200', async () => {
    const { providerId, read } = await invited()
    const body = report('email.delivered', { email_id: providerId })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post(body, { id: `msg_${providerId}` })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
    expect((await read()).metadata.email_events.map(({ event }) => event)).toEqual(['delivered', 'sent'])
  })

  test('R52 is not lost if it arrives before the mail’s id is known', async () => {
    const { providerId, read, handOver } = await invited(`early-${++count}`, false)
    await post(report('email.delivered', { email_id: providerId }))
    expect((await read()).invitation_status).toBe('pending')
    await handOver()
    expect((await read()).invitation_status).toBe('delivered')
  })

  test.each([
    ['email.bounced', { bounce: { message: 'no such box', type: 'Permanent' } }, [true, false]],
    ['email.suppressed', { suppressed: { message: 'on the list' } }, [true, false]],
    ['email.complained', {}, [false, true]],
    ['email.bounced', { bounce: { message: 'mailbox full', type: 'Transient' } }, [false, false]],
  ])(
    '%s %j says whether the address accepts mail, also before the mail’s id is known',
    async (type, more, marks) => {
      const early = await invited(`early-${++count}`, false)
      await post(report(type, { email_id: early.providerId, ...more }))
      await early.handOver()
      const late = await invited()
      await post(report(type, { email_id: late.providerId, ...more }))
      for (const { providerId } of [early, late]) {
        const { rows } = await app.database.pool.query(
          'select bounced_at is not null as bounced, complained_at is not null as complained from mails where provider_id = $1',
          [providerId],
        )
        expect([rows[0].bounced, rows[0].complained]).toEqual(marks)
      }
    },
  )

  test('R53 does not overwrite a more advanced state if it arrives late', async () => {
    const { providerId, read } = await invited()
    for (const type of ['email.complained', 'email.clicked', 'email.delivered', 'email.bounced'])
      await post(report(type, { email_id: providerId }))
    expect((await read()).invitation_status).toBe('complained')
  })

  test('that a contact unsubscribed there ends invitations to them', async () => {
    const { email, read } = await invited()
    await post(report('contact.updated', { email: email.toUpperCase(), unsubscribed: false }))
    expect((await read()).invitation_status).toBe('pending')
    await post(report('contact.updated', { email: email.toUpperCase(), unsubscribed: true }))
    expect((await read()).invitation_status).toBe('unsubscribed')
  })

  test('about something unknown is stored without effect; one that is unreadable is only answered', async () => {
    const before = await kept()
    expect((await post(report('domain.updated', { id: 'x' }))).statusCode).toBe(200)
    expect((await post(report('email.delivered', { email_id: 'not ours' }))).statusCode).toBe(200)
    expect(await kept()).toBe(before + 2)
    for (const odd of ['{', '[]', '"x"', '{"type":7}', '{"type":"a\\u0000"}'])
      expect((await post(odd)).statusCode).toBe(200)
    expect(await kept()).toBe(before + 2)
  })

  test('with a NUL in a text is stored without that text', async () => {
    const { providerId, read } = await invited()
    expect((await post(report('email.delivered', { email_id: 'a\u0000' }))).statusCode).toBe(200)
    const data = { email_id: providerId, bounce: { message: 'a\u0000', type: 'Permanent' } }
    expect((await post(report('email.bounced', data))).statusCode).toBe(200)
    expect((await read()).metadata.email_events.at(0)).toMatchObject({ event: 'failed' })
  })
})

describe('R52 A14 a message', () => {
  test('is refused and changes nothing if forged, changed, late, early or unsigned', async () => {
    const { providerId, read } = await invited()
    const body = report('email.complained', { email_id: providerId })
    const seconds = app.clock.now.getTime() / 1000
    const before = await kept()
    const refused = [
      await post(body, { secret: `whsec_${Buffer.alloc(32, 9).toString('base64')}` }),
      await post(report('email.opened', { email_id: providerId }), { sent: body }),
      await post(body, { seconds: seconds - 301 }),
      await post(body, { seconds: seconds + 301 }),
      await app.server.inject({ method: 'POST', url: '/api/webhooks/mail', payload: body }),
      await app.server.inject({ method: 'POST', url: '/api/webhooks/mail' }),
    ]
    for (const answer of refused) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ error: 'VALIDATION_ERROR' })
    }
    expect(await kept()).toBe(before)
    expect((await read()).invitation_status).toBe('pending')
  })

  test('is valid with each current secret, while one replaces another', async () => {
    for (const secret of SECRETS) {
      const { providerId, read } = await invited()
      await post(report('email.delivered', { email_id: providerId }), { secret })
      expect((await read()).invitation_status).toBe('delivered')
    }
  })

  test('too long is refused before it is read', async () => {
    expect((await post('x'.repeat(256_001))).statusCode).toBe(413)
  })
})

test('our own links are not used with a provider that does its own tracking', async () => {
  const { email } = await invited(undefined, false)
  const { link, open, listUnsubscribe } = await invitationMail(app, email)
  expect([link.length, open, listUnsubscribe.includes('/api/mail/unsubscribe/')]).toEqual([
    43,
    undefined,
    true,
  ])
})

test('with tracking off, reported opens and clicks are not stored', async () => {
  const before = await kept()
  app.config.mailTracking = false
  const { providerId, read } = await invited()
  for (const type of ['email.opened', 'email.clicked']) await post(report(type, { email_id: providerId }))
  expect((await read()).invitation_status).toBe('pending')
  expect(await kept()).toBe(before + 1)
  await post(report('email.delivered', { email_id: providerId }))
  expect((await read()).invitation_status).toBe('delivered')
  app.config.mailTracking = true
})
