import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import {
  type Harness,
  startEmbedded,
  startSignIn,
  TestBrowser,
} from '#server/platform/identity/testing/embedded-harness.ts'
import { unattended } from '#server/platform/jobs/in-batches.ts'
import { afterPause } from '#server/testing/after-pause.ts'
import { testDatabase } from '#server/testing/database.ts'
import { type Account, createAccount, findAccountBySub, hasPassword } from './accounts.ts'
import { RESET_MINUTES } from './links.ts'
import { hashPassword } from './passwords.ts'
import { sweepEmbeddedProvider } from './sweep.ts'

const PASSWORD = 'a long enough password'
const MINUTE = 60_000

let database: Database
let idp: Harness
let account: Account
let people = 0

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  idp = await startEmbedded(database)
  const email = `person${people++}@example.org`
  const created = await createAccount(database.db, {
    email,
    passwordHash: await hashPassword(PASSWORD),
    now: new Date(),
  })
  if (!created) throw new Error('the address is taken')
  account = created
})

function lastPath(): string {
  const mail = idp.mails.at(-1)
  return mail?.kind === 'password-reset' ? mail.path : ''
}
const tokenOf = (path: string) => new URL(path, 'http://localhost').searchParams.get('token') ?? ''

async function signIn(from?: TestBrowser) {
  const { browser, page, secrets } = await startSignIn(idp, {}, from)
  const back = await browser.post(`${page.url.pathname}/sign-in`, {
    email: account.email,
    password: PASSWORD,
  })
  return idp.client.exchange(back.url, secrets)
}

async function forget(email: string) {
  const { browser, page } = await startSignIn(idp)
  return browser.post(`${page.url.pathname}/forgotten`, { email })
}

describe('a forgotten password', () => {
  const reset = (path: string, password: string) =>
    new TestBrowser(idp.app).post('/idp/reset', { token: tokenOf(path), password })

  it('A21 R56 gets the same answer for a known and an unknown address, in similar time', async () => {
    const unknown = await afterPause(() => forget('nobody@example.org'))
    const known = await afterPause(() => forget(account.email))
    const neutral = (html: string) => html.replaceAll(/interaction\/[\w-]+|[\w.]+@example\.org/g, '')
    expect(neutral(known.html)).toBe(neutral(unknown.html))
    expect(known.status).toBe(unknown.status)
    expect(idp.mails.map((mail) => mail.to)).toEqual([account.email])
  })

  it('is replaced through the mailed link, once, which also confirms the address', async () => {
    await forget(account.email)
    const form = await new TestBrowser(idp.app).get(lastPath())
    expect(form.html).toContain('<label for="password">New password</label>')
    expect((await reset(lastPath(), 'short')).status).toBe(400)
    expect((await reset(lastPath(), 'my new password')).html).toContain('Password changed')

    const stored = await findAccountBySub(database.db, account.sub)
    expect(await hasPassword(database.db, stored, PASSWORD)).toBe(false)
    expect(await hasPassword(database.db, stored, 'my new password')).toBe(true)
    expect(stored).toMatchObject({
      sub: account.sub,
      emailVerified: true,
    })
    expect(idp.told.sessionsEnded).toEqual([account.sub])
    expect(idp.told.mails).toMatchObject([{ kind: 'password-changed', to: account.email }])
    expect((await reset(lastPath(), 'another password')).status).toBe(410)
  })

  it('leads back to its form when it is refused, which says why once and sends nothing again on a reload', async () => {
    await forget(account.email)
    const refused = await reset(lastPath(), 'short')
    // A page that was asked for, not the answer to a form.
    expect(refused.url.pathname + refused.url.search).toBe(lastPath())
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('There is a problem')])
    const again = await new TestBrowser(idp.app).get(lastPath())
    expect([again.status, again.html]).toEqual([200, expect.not.stringContaining('There is a problem')])
    expect((await reset(lastPath(), 'my new password')).html).toContain('Password changed')
  })

  it('stores only hashes of the tokens', async () => {
    await forget(account.email)
    const { rows } = await database.pool.query('select token_hash from idp_links')
    expect(JSON.stringify(rows)).not.toContain(tokenOf(lastPath()))
  })

  it('refuses an invented token, and a post from elsewhere (R25)', async () => {
    expect((await reset('/idp/reset?token=invented', 'my new password')).status).toBe(410)
    await forget(account.email)
    const form = { token: tokenOf(lastPath()), password: 'my new password' }
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await new TestBrowser(idp.app).post('/idp/reset', form, foreign)).status).toBe(403)
  })

  it('one used link invalidates every other, and time invalidates them all', async () => {
    await forget(account.email)
    const first = lastPath()
    await forget(account.email)
    await reset(lastPath(), 'my new password')
    expect((await reset(first, 'another password')).status).toBe(410)

    await forget(account.email)
    idp.clock.now = new Date(Date.now() + RESET_MINUTES * MINUTE + 1000)
    expect((await reset(lastPath(), 'another password')).status).toBe(410)
  })

  it('is replaced by only one of two uses at the same time', async () => {
    await forget(account.email)
    const answers = await Promise.all([
      reset(lastPath(), 'the first password'),
      reset(lastPath(), 'the second password'),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410])
  })
})

it('R59 expired links are deleted', async () => {
  await signIn()
  await forget(account.email)
  const later = new Date(Date.now() + 3 * 24 * 60 * MINUTE)
  expect(await sweepEmbeddedProvider(database, later, unattended({ error: () => {} }))).toBeGreaterThan(0)
  const { rows } = await database.pool.query(
    'select (select count(*) from idp_records)::int as records, (select count(*) from idp_links)::int as links',
  )
  expect(rows[0]).toEqual({ records: 0, links: 0 })
})
