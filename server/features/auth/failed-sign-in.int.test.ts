import { beforeAll, expect, test } from 'vitest'
import { TestBrowser } from '#server/platform/identity/testing/embedded-harness.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { account, signInByForm } from '#server/testing/browser.ts'
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

test('T4 a wrong password is in the ledger of the person, and the tenth in a row is mailed, as is a new device', async () => {
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
})
