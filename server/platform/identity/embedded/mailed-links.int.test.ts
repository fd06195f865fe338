import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import {
  type Harness,
  startEmbedded,
  startSignIn,
  TestBrowser,
} from '#server/platform/identity/testing/embedded-harness.ts'
import { testDatabase } from '#server/testing/database.ts'
import { type Account, createAccount, findAccountBySub } from './accounts.ts'
import { CONFIRM_HOURS, RESET_MINUTES } from './links.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
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

const lastPath = () => idp.mails.at(-1)?.path ?? ''
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

describe('confirming an address', () => {
  let own: TestBrowser
  beforeEach(() => {
    own = new TestBrowser(idp.app)
  })
  const confirm = (path: string, browser = own, password?: string) =>
    browser.post('/idp/confirm', { token: tokenOf(path), ...(password && { password }) })
  const isVerified = async () => (await findAccountBySub(database.db, account.sub))?.emailVerified

  it('takes a press of the button: opening the link, as mail scanners do, confirms nothing (R26)', async () => {
    await signIn(own)
    const opened = await own.get(lastPath())
    expect(opened.html).toMatch(/<button[^>]*>Confirm email<\/button>/)
    expect(opened.html).not.toContain('type="password"')
    expect(await isVerified()).toBe(false)

    expect((await confirm(lastPath())).html).toContain('you’re still signed in')
    expect(idp.told.confirmed).toEqual([account.email])
    expect((await signIn()).emailVerified).toBe(true)
  })

  it('A19 takes the password in any other browser: the owner’s click confirms no stranger’s account', async () => {
    await signIn(own)
    const owner = new TestBrowser(idp.app)
    const opened = await owner.get(lastPath())
    expect(opened.html).toContain('<label for="password">Password</label>')
    expect((await confirm(lastPath(), owner)).status).toBe(400)
    const wrong = await confirm(lastPath(), owner, 'not the password')
    expect([wrong.status, wrong.html.includes('That isn’t the password of this account')]).toEqual([
      401,
      true,
    ])
    owner.cookies.set('idp_browser', { value: 'A'.repeat(43), path: '/idp', attributes: '' })
    expect((await confirm(lastPath(), owner)).status).toBe(400)
    expect(await isVerified()).toBe(false)
    expect(idp.told.confirmed).toEqual([])

    const done = await confirm(lastPath(), owner, PASSWORD)
    expect(done.html).toContain('sign in here')
    expect(await isVerified()).toBe(true)
  })

  it('A19 takes the password where the link is older than this rule', async () => {
    await signIn(own)
    await database.pool.query('update idp_links set browser_hash = null')
    expect((await confirm(lastPath())).status).toBe(400)
    expect(await isVerified()).toBe(false)
  })

  it('R54 counts passwords tried there like those of a sign-in', async () => {
    await signIn(own)
    const guess = async () =>
      (await new TestBrowser(idp.app).post('/idp/confirm', { token: tokenOf(lastPath()), password: 'guess' }))
        .status
    const statuses = []
    for (let time = 0; time < 6; time += 1) statuses.push(await guess())
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('works once', async () => {
    await signIn(own)
    await confirm(lastPath())
    expect((await confirm(lastPath())).status).toBe(410)
    expect((await own.get(lastPath())).html).toContain('This link no longer works')
    expect(idp.told.confirmed).toHaveLength(1)
  })

  it('ends after its time, and the next sign-in sends a new link', async () => {
    await signIn(own)
    await signIn(own)
    expect(idp.mails).toHaveLength(1)
    idp.clock.now = new Date(Date.now() + CONFIRM_HOURS * 60 * MINUTE + MINUTE)
    expect((await confirm(lastPath())).status).toBe(410)
    await signIn(own)
    expect(idp.mails).toHaveLength(2)
    expect((await confirm(lastPath())).status).toBe(200)
  })

  it('refuses an invented token, a reset token and a post from elsewhere (R25)', async () => {
    await forget(account.email)
    const elsewhere = new TestBrowser(idp.app)
    expect((await confirm('/idp/confirm?token=invented')).status).toBe(410)
    expect((await confirm(lastPath())).status).toBe(410)
    const form = { token: tokenOf(lastPath()) }
    expect((await elsewhere.post('/idp/confirm', form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  it('keeps only hashes of the tokens', async () => {
    await signIn(own)
    const { rows } = await database.pool.query('select token_hash, browser_hash from idp_links')
    const kept = JSON.stringify(rows)
    expect(kept).not.toContain(tokenOf(lastPath()))
    expect(kept).not.toContain(own.cookies.get('idp_browser')?.value ?? 'no mark')
  })
})

describe('a forgotten password', () => {
  const reset = (path: string, password: string) =>
    new TestBrowser(idp.app).post('/idp/reset', { token: tokenOf(path), password })

  it('R56 gets the same answer for a known and an unknown address, in like time', async () => {
    const started = performance.now()
    const unknown = await forget('nobody@example.org')
    const between = performance.now()
    const known = await forget(account.email)
    const ended = performance.now()
    const neutral = (html: string) => html.replaceAll(/interaction\/[\w-]+|[\w.]+@example\.org/g, '')
    expect(neutral(known.html)).toBe(neutral(unknown.html))
    expect(known.status).toBe(unknown.status)
    expect(Math.min(between - started, ended - between)).toBeGreaterThan(290)
    expect(idp.mails.map((mail) => mail.to)).toEqual([account.email])
  })

  it('is replaced by way of the mailed link, once, which also confirms the address', async () => {
    await forget(account.email)
    const form = await new TestBrowser(idp.app).get(lastPath())
    expect(form.html).toContain('<label for="password">New password</label>')
    expect((await reset(lastPath(), 'short')).status).toBe(400)
    expect((await reset(lastPath(), 'my new password')).html).toContain('Password changed')

    const stored = await findAccountBySub(database.db, account.sub)
    expect(await passwordMatches(PASSWORD, stored?.passwordHash)).toBe(false)
    expect(await passwordMatches('my new password', stored?.passwordHash)).toBe(true)
    expect(stored).toMatchObject({
      sub: account.sub,
      emailVerified: true,
    })
    expect(idp.told.passwordChanged).toEqual([account.sub])
    expect((await reset(lastPath(), 'another password')).status).toBe(410)
  })

  it('one used link ends every other, and time ends them all', async () => {
    await forget(account.email)
    const first = lastPath()
    await forget(account.email)
    await reset(lastPath(), 'my new password')
    expect((await reset(first, 'another password')).status).toBe(410)

    await forget(account.email)
    idp.clock.now = new Date(Date.now() + RESET_MINUTES * MINUTE + 1000)
    expect((await reset(lastPath(), 'another password')).status).toBe(410)
  })

  it('of two uses at the same time one wins', async () => {
    await forget(account.email)
    const answers = await Promise.all([
      reset(lastPath(), 'the first password'),
      reset(lastPath(), 'the second password'),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410])
  })
})

it('R59 what has expired is swept', async () => {
  await signIn()
  await forget(account.email)
  const later = new Date(Date.now() + 3 * 24 * 60 * MINUTE)
  expect(await sweepEmbeddedProvider(database.db, later)).toBeGreaterThan(0)
  const { rows } = await database.pool.query(
    'select (select count(*) from idp_records)::int as records, (select count(*) from idp_links)::int as links',
  )
  expect(rows[0]).toEqual({ records: 0, links: 0 })
})
