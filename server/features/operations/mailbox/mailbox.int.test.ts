import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#contract/company.ts'
import { readConfig } from '#server/config.ts'
import { attachmentRenderer } from '#server/model/mail/mail-attachments.ts'
import { createMailer } from '#server/model/mail/mailer.ts'
import { queueMail } from '#server/model/mail/outbox.ts'
import { testDatabase } from '#server/testing/database.ts'
import { TEST_FIELDS } from '#server/testing/keys.ts'
import { registerMailbox } from './routes.ts'

const database = await testDatabase()
const app = Fastify()
const dateStyle = 'us'
await app.register(registerMailbox, {
  database,
  fields: TEST_FIELDS,
  renderAttachments: attachmentRenderer(database.db, { config: readConfig({}), now: () => new Date() }),
  dateStyle,
})
const queued: boolean[] = []
const mailer = createMailer({ company: COMPANY, publicUrl: 'http://localhost:3000', dateStyle }, TEST_FIELDS)

const get = (url: string) => app.inject({ url })
const messages = async (query = '') =>
  (await get(`/dev/mailbox/messages${query}`)).json<
    { id: number; to: string; subject: string; sentAt: string }[]
  >()

// Must come first: the empty mailbox comes before the messages that the other tests read.
test('an empty mailbox says so, and lists nothing', async () => {
  expect((await get('/dev/mailbox')).body).toContain('No messages yet')
  expect(await messages()).toEqual([])
})

describe('with two messages', () => {
  beforeAll(async () => {
    await database.transaction(async (tx) => {
      for (let time = 0; time < 2; time++)
        queued.push(
          await mailer.queue(tx, {
            kind: 'sign-up',
            props: { code: '048213', codeMinutes: 15, path: '/idp/sign-up?token=abc', linkHours: 48 },
            messageKey: 'confirm-1',
            to: 'ana@people.example',
            at: new Date('2026-03-01T10:00:00Z'),
          }),
        )
      await queueMail(tx, TEST_FIELDS, {
        kind: 'verification-approved',
        messageKey: 'odd-1',
        to: 'Bo@people.example',
        content: {
          subject: '<script>alert(1)</script>',
          html: '<html><head></head><script>1</script></html>',
          text: 'a & <b>',
        },
        at: new Date('2026-03-01T11:00:00Z'),
      })
    })
  })

  test('R53 a mail sent twice with one message key is stored once, and says so', async () => {
    expect(queued).toEqual([true, false])
    expect(await messages('?to=ana@people.example')).toHaveLength(1)
  })

  test('the messages are listed as JSON, newest first, once their transaction has committed', async () => {
    const all = await messages()
    expect(all.map(({ to }) => to)).toEqual(['Bo@people.example', 'ana@people.example'])
    expect(Object.keys(all[0] ?? {})).toEqual(['id', 'to', 'subject', 'text', 'html', 'sentAt'])
    expect(all[1]?.sentAt).toBe('2026-03-01T10:00:00.000Z')
  })

  test('messages of one second are listed in the order in which they were sent', async () => {
    const write = (to: string, second: string) =>
      database.transaction((tx) =>
        queueMail(tx, TEST_FIELDS, {
          kind: 'verification-approved',
          messageKey: `order-${to}`,
          to,
          content: { subject: to, html: '', text: '' },
          at: new Date(`2026-02-01T10:00:${second}Z`),
        }),
      )
    await write('third@order.example', '00.100')
    await write('first@order.example', '00.200')
    await write('second@order.example', '00.300')
    const sent = { first: '00.400', second: '00.500', third: '00.500' }
    for (const [name, second] of Object.entries(sent))
      await database.pool.query('update mails set sent_at = $2 where to_address = $1', [
        `${name}@order.example`,
        `2026-02-01T10:00:${second}Z`,
      ])
    // The last two were sent at once: the one that was written later is the newer.
    const order = ['second@order.example', 'third@order.example', 'first@order.example']
    expect((await messages()).map(({ to }) => to).filter((to) => order.includes(to))).toEqual(order)
    await database.pool.query("delete from mails where to_address like '%@order.example'")
  })

  test('the list can be filtered by recipient, ignoring case', async () => {
    expect((await messages('?to=bo@PEOPLE.example')).map(({ to }) => to)).toEqual(['Bo@people.example'])
    expect(await messages('?to=nobody@people.example')).toEqual([])
    expect((await get('/dev/mailbox?to=nobody@people.example')).body).toContain(
      'No messages to nobody@people.example',
    )
    expect((await messages('?to=a&to=b')).length).toBe(2)
  })

  test('R31 the pages show markup in subjects as text, and allow no script', async () => {
    const list = await get('/dev/mailbox')
    expect(list.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(list.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(list.headers['content-security-policy']).not.toContain('script-src')
    expect(list.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(list.body).not.toContain('<script')
    const [odd] = await messages()
    const page = await get(`/dev/mailbox/${odd?.id}`)
    expect(page.body).not.toContain('<script')
    expect(page.body).toContain('a &amp; &lt;b&gt;')
  })

  test('a message is framed without scripts, and its links open outside the frame', async () => {
    const [, confirmation] = await messages()
    const page = await get(`/dev/mailbox/${confirmation?.id}`)
    expect(page.body).toContain(`src="/dev/mailbox/${confirmation?.id}/html"`)
    expect(page.body).toMatch(/sandbox="[^"]*allow-top-navigation-by-user-activation"/)
    expect(page.body).not.toContain('allow-scripts')
    const framed = await get(`/dev/mailbox/${confirmation?.id}/html`)
    expect(framed.headers['content-security-policy']).toMatch(
      /default-src 'none'.*frame-ancestors 'self'; sandbox/,
    )
    expect(framed.body).toContain('<base target="_top"/>')
    expect(framed.body).not.toContain('_blank')
    expect(framed.body).toContain('href="http://localhost:3000/idp/sign-up?token=abc"')
  })

  test.each(['/dev/mailbox/999999', '/dev/mailbox/999999/html', '/dev/mailbox/x', '/dev/mailbox/0'])(
    'an unknown message is not found: %s',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('This message does not exist')
    },
  )
})
