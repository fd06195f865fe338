import { beforeAll, expect, test } from 'vitest'
import { TestBrowser } from '#server/platform/identity/testing/embedded-harness.ts'
import { startScriptedIssuer } from '#server/platform/identity/testing/scripted-issuer.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { account, signInByForm } from '#server/testing/browser.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { eventsOf } from '#server/testing/snapshots.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  app.clock.now = new Date()
})

const EMAIL = 'failed@people.example'

async function fail(): Promise<number> {
  const browser = new TestBrowser(app.server)
  const start = await browser.get('/api/auth/login')
  const form = await browser.get(String(start.headers.location))
  return (await browser.post(`${form.url.pathname}/sign-in`, { email: EMAIL, password: 'wrong password' }))
    .status
}

test('T4 a wrong password is in the person’s ledger, and the tenth in a row is mailed, as is a new device', async () => {
  await account(app, EMAIL)
  await signInByForm(app, EMAIL)
  const { rows } = await app.database.pool.query('select id from users where auth0_email = $1', [EMAIL])
  const userId = Number(rows[0].id)
  for (let time = 0; time < 10; time += 1) {
    expect(await fail()).toBe(401)
    app.clock.now = new Date(app.clock.now.getTime() + 15 * 60_000)
  }
  const events = await eventsOf(app.database, userId, 'auth.failed')
  expect(events).toHaveLength(10)
  // Support, who helps them in, reads when and why, but not from where.
  const support = await app.signIn({ role: 'support' })
  const { failedSignIns } = (await support.call('GET', `/api/admin/users/${userId}/support`)).json().support
  expect(failedSignIns).toHaveLength(10)
  expect(failedSignIns[0]).toEqual({
    id: expect.any(Number),
    at: expect.any(String),
    device: expect.any(String),
    problem: 'password',
  })
  expect((await support.call('GET', `/api/admin/users/${userId}/sign-ins`)).statusCode).toBe(403)
  expect(events.at(-1)).toMatchObject({
    actor_kind: 'system',
    actor_id: null,
    user_id: String(userId),
    after: { failures: 10, isKnownDevice: false },
    ip: '127.0.0.1',
  })
  await signInByForm(app, EMAIL)
  const mails = await app.database.pool.query('select kind from mails where to_address = $1 order by id', [
    EMAIL,
  ])
  expect(mails.rows.map(({ kind }) => kind)).toEqual(['sign-in-failures', 'new-device'])
  // Their owner and support see the same events, page by page.
  const admin = await app.signIn({ role: 'admin' })
  const pages = []
  for (let cursor = ''; ; ) {
    const page = (await admin.call('GET', `/api/admin/users/${userId}/sign-ins?limit=5${cursor}`)).json()
    pages.push(page.data.map(({ problem }: { problem: string | null }) => problem))
    if (!page.nextCursor) break
    cursor = `&cursor=${page.nextCursor}`
  }
  expect(pages).toEqual([
    [null, 'password', 'password', 'password', 'password'],
    ['password', 'password', 'password', 'password', 'password'],
    ['password', null],
  ])
})

test('T4 with an external provider, a new device is mailed, and what the provider refuses is recorded', async () => {
  const issuer = await startScriptedIssuer()
  const other = await testApp({ env: { OIDC_ISSUER: issuer.issuer, OIDC_CLIENT_ID: 'product' } })
  // The issuer uses the real time.
  other.clock.now = new Date()
  const email = 'far@people.example'
  issuer.script.claims = { email, email_verified: true }
  /** A browser's cookies, which are updated by each answer. */
  const browser = () => {
    const jar = new Map<string, string>()
    const get = async (url: string) => {
      const answer = await other.server.inject({
        url,
        headers: {
          cookie: [...jar.values()].join('; '),
          'user-agent': 'Mozilla/5.0 (Windows) Firefox/140.0',
        },
      })
      for (const line of [answer.headers['set-cookie'] ?? []].flat())
        jar.set(line.split('=', 1)[0] ?? '', line.split(';', 1)[0] ?? '')
      return answer
    }
    const begin = async () => new URL(String((await get('/api/auth/login')).headers.location))
    return {
      async signIn() {
        const back = issuer.signIn(await begin())
        expect((await get(back.pathname + back.search)).headers.location).not.toContain('error')
      },
      async isRefused(error: string) {
        const state = String((await begin()).searchParams.get('state'))
        const search = new URLSearchParams({ error, error_description: 'user is blocked', state })
        const answer = await get(`/api/auth/callback?${search}`)
        expect(answer.headers.location).toContain('/error?')
      },
      get,
    }
  }
  const mailed = () =>
    mailRows(other.database, `select kind, text from mails where to_address = $1 order by id`, email)
  const [home, elsewhere] = [browser(), browser()]
  try {
    await home.signIn()
    await home.signIn()
    expect(await mailed()).toEqual([])
    await elsewhere.signIn()
    await elsewhere.signIn()
    expect(await mailed()).toEqual([
      {
        kind: 'new-device',
        text: expect.stringMatching(/Firefox on Windows[\s\S]*sign out everywhere in your profile/),
      },
    ])
    await home.isRefused('access_denied')
    await browser().isRefused('<b>unauthorized')
    const { rows } = await other.database.pool.query(
      `select user_id is not null as is_known, after->>'error' as error from events where type = 'auth.failed' order by id`,
    )
    expect(rows).toEqual([
      { is_known: true, error: 'access_denied' },
      { is_known: false, error: 'unknown' },
    ])
    // A callback that none of our browsers started writes nothing.
    await browser().get('/api/auth/callback?error=access_denied&state=made-up')
    expect(await other.database.pool.query(`select 1 from events where type = 'auth.failed'`)).toMatchObject({
      rowCount: 2,
    })
    const { data } = (await home.get('/api/user/sign-ins')).json()
    expect(data.map(({ problem, device }: { problem: string; device: string }) => [problem, device])).toEqual(
      [['provider', 'Firefox on Windows'], ...Array.from({ length: 4 }, () => [null, 'Firefox on Windows'])],
    )
  } finally {
    await issuer.close()
  }
})
