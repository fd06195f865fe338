import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Browser } from '#server/reliability/testing/browser.ts'
import { newDeployment } from '#server/reliability/testing/deployment.ts'
import { startScript, startServer } from '#server/reliability/testing/process.ts'
import { freePort } from '#server/testing/free-port.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './people.ts'

/** As `npm start` with default settings: the embedded provider, and demo people because it listens on loopback. */
async function defaultSetting() {
  const { env, ...deployment } = await newDeployment()
  const { DEMO: _, OIDC_ISSUER: __, OIDC_CLIENT_ID: ___, ...rest } = env
  const port = String(await freePort())
  return { ...deployment, env: { ...rest, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` } }
}
type Setting = Awaited<ReturnType<typeof defaultSetting>>

const COUNTS = `
  select (select count(*)::int from users) as users, (select count(*)::int from idp_accounts) as accounts,
    (select count(*)::int from documents) as documents, (select count(*)::int from mails) as mails,
    (select count(*)::int from events where type like 'case.%') as events,
    (select count(*)::int from certifications where certification_type = 'investor_category') as statements,
    (select count(*)::int from users where is_trader) as traders,
    (select count(*)::int from clients) as clients,
    (select array_agg(status order by status) from invoices) as invoices,
    (select array_agg(kind || ' ' || state order by kind, state) from cases) as cases`
const SEEDED = {
  users: 10,
  accounts: 10,
  documents: 9,
  mails: 26,
  clients: 2,
  invoices: ['draft', 'open', 'open', 'open', 'paid', 'paid'],
  statements: 1,
  traders: 1,
  cases: ['business submitted', 'consumer approved', 'consumer submitted'],
}

const counts = (setting: Setting) =>
  setting.inspect(async ({ pool }) => (await pool.query(COUNTS)).rows[0] as Record<string, unknown>)

describe('the demo people', () => {
  test('exist after a first start, sign in as documented, and are not created twice', async () => {
    const setting = await defaultSetting()
    const first = await startServer(setting.env)
    expect(DEMO_PEOPLE).toHaveLength(10)
    for (const { email } of DEMO_PEOPLE) expect(first.output()).toContain(email)

    const admin = new Browser(first)
    expect((await admin.signIn('super@verdaccord.example', DEMO_PASSWORD)).status).toBe(200)
    expect(await admin.json('/api/auth/user')).toMatchObject({
      isAuthenticated: true,
      user: { email: 'super@verdaccord.example', is_super_admin: true },
    })
    const consumer = new Browser(first)
    await consumer.signIn('consumer@demo.example', DEMO_PASSWORD)
    expect(await consumer.json('/api/verification/status')).toMatchObject({ kycVerified: true })
    expect((await new Browser(first).signIn('consumer@demo.example', 'a guess of mine')).status).toBe(401)
    expect((await first.stop()).code).toBe(0)
    const before = await counts(setting)
    expect(before).toMatchObject(SEEDED)

    // On another port, as may happen: everyone is still who they were.
    const port = String(await freePort())
    const second = await startServer({ ...setting.env, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` })
    const again = new Browser(second)
    await again.signIn('super@verdaccord.example', DEMO_PASSWORD)
    expect(await again.json('/api/auth/user')).toMatchObject({ user: { is_super_admin: true } })
    await second.stop()
    // They were told about their sign-in from a new browser.
    expect(await counts(setting)).toEqual({ ...before, mails: Number(before.mails) + 1 })
  })

  test('are completed by the next start if the first was killed while creating them', async () => {
    const setting = await defaultSetting()
    const starting = startScript('main', [], setting.env)
    await setting.inspect(async ({ pool }) => {
      // Someone has been created, and their documents are being stored.
      while ((await pool.query('select 1 from documents limit 1')).rowCount === 0) await delay(5)
    })
    await starting.kill()
    const next = await startServer(setting.env)
    await next.stop()
    expect(await counts(setting)).toMatchObject(SEEDED)
  })

  test('do not exist with DEMO=0', async () => {
    const setting = await defaultSetting()
    const server = await startServer({ ...setting.env, DEMO: '0' })
    expect(server.output()).not.toContain('Demo')
    await server.stop()
    expect(await counts(setting)).toMatchObject({ users: 0, accounts: 0 })
  })
})
