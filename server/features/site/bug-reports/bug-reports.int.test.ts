import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { mailRows } from '#server/testing/mail-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { COMPANY_SUPPORT_EMAIL: 'desk@verdaccord.example' } })
})

let moment = 0
/** A report that no other test has sent. */
const report = (changes: Record<string, unknown> = {}) => ({
  description: 'The upload stops at 30 percent',
  timestamp: new Date(Date.UTC(2026, 2, 10, 10, 0, 0, ++moment)).toISOString(),
  url: 'http://localhost:3000/onboarding/consumer?step=4&token=abc#here',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  ...changes,
})

const rows = async (statement: string, ...values: unknown[]) =>
  (await app.database.pool.query(statement, values)).rows
const reportOf = async (id: number) => (await rows('select * from bug_reports where id = $1', id))[0]
const mailsOf = (id: number) =>
  mailRows(
    app.database,
    'select to_address, subject, text, user_id from mails where message_key = $1',
    `bug-report:${id}`,
  )
const sent = async (call: TestApp['call'], body = report()) => {
  const answer = await call('POST', '/api/bug-report', body)
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  return answer.json().id as number
}

describe('a bug report', () => {
  test('is accepted from someone signed out, and stored with the path of the page and nothing about the person', async () => {
    const id = await sent(app.call)
    expect(await reportOf(id)).toMatchObject({
      description: 'The upload stops at 30 percent',
      page_path: '/onboarding/consumer',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
      user_id: null,
    })
    const events = await rows('select * from events where subject = $1', `bug-report:${id}`)
    expect(events).toMatchObject([{ type: 'bug.reported', actor_kind: 'system', user_id: null, ip: null }])
  })

  test('names its reporter by number if they are signed in, in the row and the ledger', async () => {
    const person = await app.signIn()
    const id = await sent(person.call)
    expect((await reportOf(id)).user_id).toBe(String(person.id))
    const events = await rows('select * from events where subject = $1', `bug-report:${id}`)
    expect(events).toMatchObject([{ actor_kind: 'user', user_id: String(person.id) }])
    const [mail] = await mailsOf(id)
    expect(mail.text).toContain(`/admin/users/${person.id}`)
    expect(mail.text).not.toContain(person.email)
  })

  test('A16 is mailed to support and to no one else, whatever addresses it contains', async () => {
    const person = await app.signIn()
    const id = await sent(
      person.call,
      report({
        description: 'Write to victim@people.example',
        email: 'victim@people.example',
        to: 'x@y.example',
      }),
    )
    expect(await mailsOf(id)).toMatchObject([
      { to_address: 'desk@verdaccord.example', subject: `Bug report ${id}`, user_id: null },
    ])
    expect(await rows("select 1 from mails where to_address ilike '%people.example'")).toEqual([])
  })

  test('A15 R49 sent twenty times at once is one report and one mail', async () => {
    const person = await app.signIn()
    for (const call of [app.call, person.call]) {
      const body = report()
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => call('POST', '/api/bug-report', body)),
      )
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
      const ids = new Set(answers.map((answer) => answer.json().id))
      expect(ids.size).toBe(1)
      for (const id of ids) expect(await mailsOf(id)).toHaveLength(1)
    }
  })

  test('is a new one a moment later, from another person, or without a time', async () => {
    const [first, second] = [await app.signIn(), await app.signIn()]
    const body = report()
    const { timestamp: _, ...timeless } = body
    const ids = [
      await sent(app.call, body),
      await sent(first.call, body),
      await sent(second.call, body),
      await sent(app.call, report()),
      await sent(app.call, timeless as typeof body),
      await sent(app.call, timeless as typeof body),
    ]
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('A16 R28 needs a description that is not blank, of 5,000 characters at most', async () => {
    for (const description of ['', '  \n ', undefined]) {
      const answer = await app.call('POST', '/api/bug-report', report({ description }))
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields).toEqual({ description: 'Please provide a description of the issue' })
    }
    const longest = await sent(app.call, report({ description: 'é'.repeat(5000) }))
    expect((await reportOf(longest)).description).toHaveLength(5000)
    const tooLong = await app.call('POST', '/api/bug-report', report({ description: 'x'.repeat(5001) }))
    expect(tooLong.json()).toMatchObject({
      error: 'VALIDATION_ERROR',
      fields: { description: 'Use 5000 characters or fewer' },
    })
  })

  test('A16 A22 R31 stores what was written as text, unchanged', async () => {
    const description = "<script>alert(1)</script>\n'; drop table users; -- {{7*7}} 日本"
    const id = await sent(app.call, report({ description }))
    expect((await reportOf(id)).description).toBe(description)
    const [mail] = await mailRows(
      app.database,
      'select html from mails where message_key = $1',
      `bug-report:${id}`,
    )
    expect(mail.html).not.toContain('<script>alert')
  })

  test('stores no page if the address is not one', async () => {
    for (const url of ['http://[broken', undefined])
      expect((await reportOf(await sent(app.call, report({ url })))).page_path).toBeNull()
  })

  test('R25 is refused from another site', async () => {
    const answer = await app.call('POST', '/api/bug-report', report(), { 'sec-fetch-site': 'cross-site' })
    expect(answer.json().error).toBe('CSRF_REJECTED')
  })

  test('leaves neither row nor mail if the outbox fails', async () => {
    const body = report({ description: 'The outbox is away' })
    await app.database.pool.query('alter table mails rename to mails_away')
    const refused = await app.call('POST', '/api/bug-report', body)
    await app.database.pool.query('alter table mails_away rename to mails')
    expect(refused.statusCode).toBe(500)
    expect(await rows('select 1 from bug_reports where description = $1', body.description)).toEqual([])
    await sent(app.call, body)
  })
})

test('A16 R54 the sixth report of one address in ten minutes is refused; another address’s is not', async () => {
  const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  const person = await strict.signIn()
  for (const call of [strict.call, person.call, strict.call, person.call, strict.call])
    expect((await call('POST', '/api/bug-report', report())).statusCode).toBe(200)
  for (const call of [strict.call, person.call]) {
    const answer = await call('POST', '/api/bug-report', report())
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({ error: 'RATE_LIMITED', retryAfter: expect.any(Number) })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  const elsewhere = await strict.server.inject({
    method: 'POST',
    url: '/api/bug-report',
    remoteAddress: '203.0.113.9',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: report(),
  })
  expect(elsewhere.statusCode).toBe(200)
  strict.clock.now = new Date(strict.clock.now.getTime() + 600_000)
  expect((await strict.call('POST', '/api/bug-report', report())).statusCode).toBe(200)
})

test('T7 A25 public posts are counted for a /48 of IPv6 together, whatever addresses they come from', async () => {
  const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  const from = async (remoteAddress: string) => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const payload = report()
    return (
      await strict.server.inject({ method: 'POST', url: '/api/bug-report', remoteAddress, headers, payload })
    ).statusCode
  }
  for (const subnet of ['1::1', '1::2', '2::1', '3:4:5:6:7', 'ffff::'])
    expect(await from(`2001:db8:7:${subnet}`)).toBe(200)
  expect(await from('2001:db8:7:8::9')).toBe(429)
  expect(await from('2001:db8:8::9')).toBe(200)
})
