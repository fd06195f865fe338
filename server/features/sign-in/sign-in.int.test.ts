import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestBrowser } from '#server/platform/identity/testing/embedded-harness.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { account, signInByForm, walkToCallback } from '#server/testing/browser.ts'
import { eventsOf } from '#server/testing/snapshots.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => {
  // The provider's library uses the real time.
  app.clock.now = new Date()
})

const REFUSED = `/error?${new URLSearchParams({ status: '400', message: 'The login was not completed.' })}`
const session = (browser: TestBrowser) => browser.cookies.get('session')?.value
const userOf = async (browser: TestBrowser) => JSON.parse((await browser.get('/api/auth/user')).html).user
const sessions = async () =>
  (await app.database.pool.query('select count(*)::int as n from sessions')).rows[0].n

describe('signing in', () => {
  test('R1 R5 ends with an opaque session of 256 bits, stored only as a hash, and no token of the provider', async () => {
    await account(app, 'one@people.example')
    const { browser, location, callback } = await signInByForm(app, 'one@people.example', {
      query: '?returnTo=%2Fonboarding%2Fconsumer%3Fstep%3D3',
    })
    expect(location).toBe('/onboarding/consumer?step=3')
    expect([...browser.cookies.keys()].filter((name) => !name.startsWith('idp_'))).toEqual(['session'])
    const token = session(browser) ?? ''
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(32)
    expect(callback.searchParams.get('code')).toBeTruthy()
    const { rows } = await app.database.pool.query('select t::text as row from sessions t')
    expect(rows.some(({ row }) => row.includes(token))).toBe(false)
    expect(browser.cookies.get('session')?.attributes).toMatch(/Path=\/.*HttpOnly.*SameSite=Lax/)
    expect(await userOf(browser)).toMatchObject({ email: 'one@people.example', email_verified: true })
  })

  test('has the address of someone who confirms that it is them, and of no one who may want another account', async () => {
    const person = await app.signIn()
    const hintOf = async (caller: Pick<typeof app, 'call'>, query: string) => {
      const { headers } = await caller.call('GET', `/api/auth/login${query}`)
      return new URL(headers.location as string).searchParams.get('login_hint')
    }
    expect(await hintOf(person, '?reauth=1&mfa=1')).toBe(person.email)
    expect(await hintOf(person, '?reauth=1')).toBeNull()
    expect(await hintOf(app, '?reauth=1&mfa=1')).toBeNull()
  })

  test('counts people who sign up as customers, except those with an address of the company', async () => {
    const admin = await app.signIn({ role: 'admin' })
    const figures = async () => {
      const { days, funnel } = (await admin.call('GET', '/api/staff/home')).json()
      return { signUps: days.at(-1).signUps, begun: funnel[0].people }
    }
    await app.database.pool.query('update users set is_admin = true where id = $1', [admin.id])
    const before = await figures()
    await account(app, 'colleague@verdaccord.example')
    await signInByForm(app, 'colleague@verdaccord.example')
    expect(await figures()).toEqual(before)
    await account(app, 'customer@people.example')
    await signInByForm(app, 'customer@people.example')
    expect(await figures()).toEqual({ signUps: before.signUps + 1, begun: before.begun + 1 })
  })

  test.each([
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['a foreign state', (url: URL) => url.searchParams.set('state', 'A'.repeat(43))],
    ['no code', (url: URL) => url.searchParams.delete('code')],
    ['a foreign code', (url: URL) => url.searchParams.set('code', 'A'.repeat(43))],
  ])('R1 a callback with %s starts no session', async (_name, spoil) => {
    const email = `p${Math.random()}@people.example`
    await account(app, email)
    const { browser, callback } = await walkToCallback(app, email)
    const before = await sessions()
    spoil(callback)
    expect(String((await browser.get(callback.href)).headers.location)).toMatch(/^\/error\?status=(400|502)/)
    expect(session(browser)).toBeUndefined()
    expect(await sessions()).toBe(before)
  })

  test('R1 a callback works only in the browser that started, and only once', async () => {
    await account(app, 'twice@people.example')
    const { browser, callback } = await walkToCallback(app, 'twice@people.example')
    const stranger = new TestBrowser(app.server)
    const before = await sessions()
    expect((await stranger.get(callback.href)).headers.location).toBe(REFUSED)
    expect(session(stranger)).toBeUndefined()
    // The stranger has used nothing up.
    const cookies = [...browser.cookies]
    expect((await browser.get(callback.href)).headers.location).toBe('/')
    const replay = new TestBrowser(app.server)
    for (const [name, value] of cookies) replay.cookies.set(name, value)
    expect((await replay.get(callback.href)).headers.location).toBe(REFUSED)
    expect(await sessions()).toBe(before + 1)
  })

  test('R1 with two tabs at the same time, the later one counts and the other is refused cleanly', async () => {
    await account(app, 'tabs@people.example')
    const first = await walkToCallback(app, 'tabs@people.example')
    const second = await walkToCallback(app, 'tabs@people.example', { browser: first.browser })
    expect((await first.browser.get(second.callback.href)).headers.location).toBe('/')
    expect((await first.browser.get(first.callback.href)).headers.location).toBe(REFUSED)
    expect(session(first.browser)).toBeTruthy()
  })

  test('R5 a new sign-in in the same browser brings a new session and ends the old one at once', async () => {
    await account(app, 'again@people.example')
    const { browser } = await signInByForm(app, 'again@people.example')
    const old = session(browser)
    await signInByForm(app, 'again@people.example', { browser })
    expect(session(browser)).not.toBe(old)
    const replay = await app.call('GET', '/api/user/profile', undefined, { cookie: `session=${old}` })
    expect(replay.statusCode).toBe(401)
  })

  test('R5 a session planted before the sign-in has no effect after it', async () => {
    await account(app, 'fixed@people.example')
    const browser = new TestBrowser(app.server)
    browser.cookies.set('session', { value: 'B'.repeat(43), path: '/', attributes: '' })
    await signInByForm(app, 'fixed@people.example', { browser })
    expect(session(browser)).not.toBe('B'.repeat(43))
  })

  test('R3 A04 the same email under another sub is another person, who takes over nothing', async () => {
    const former = await app.signIn({ email: 'shared@people.example' })
    await account(app, 'Shared@people.example')
    const { browser, location } = await signInByForm(app, 'Shared@people.example', {
      query: '?returnTo=%2Fprofile%3Ftab%3Dedit',
    })
    expect(location).toBe('/other-account?returnTo=%2Fprofile%3Ftab%3Dedit')
    const user = await userOf(browser)
    expect(user.id).not.toBe(former.id)
    expect(user).toMatchObject({ email: null, auth0_email: 'Shared@people.example', kycProfile: null })
    expect((await former.call('GET', '/api/auth/user')).json().user.email).toBe('shared@people.example')
    // Once the other account has another address, this one is theirs.
    await former.call('POST', '/api/user/update-email', { email: 'elsewhere@people.example' })
    const later = await signInByForm(app, 'shared@people.example')
    expect(later.location).toBe('/')
    expect(await userOf(later.browser)).toMatchObject({ id: user.id, email: 'Shared@people.example' })
  })

  test('R3 R55 a user who proves an address gets it from someone who only claimed it', async () => {
    const squatter = await app.signIn()
    await squatter.call('POST', '/api/user/update-email', { email: 'Owner@people.example' })
    await account(app, 'owner@people.example')
    const { browser, location } = await signInByForm(app, 'owner@people.example')
    expect(location).toBe('/')
    expect(await userOf(browser)).toMatchObject({ email: 'owner@people.example' })
    expect((await squatter.call('GET', '/api/user/profile')).json()).toMatchObject({
      email: squatter.email,
      email_confirmed: true,
    })
    expect(await eventsOf(app.database, squatter.id, 'user.email_released')).toMatchObject([
      { before: null, after: { hasFormer: true }, ip: null },
    ])
    expect((await squatter.call('GET', '/api/notices')).json().notices[0]).toMatchObject({
      title: 'Your email address has changed back',
      detail: `Someone else has proven that Owner@people.example is theirs. We write to ${squatter.email} again.`,
    })
  })

  test('R3 R55 an address that the provider has not verified is taken from no one', async () => {
    const holder = await app.signIn()
    await holder.call('POST', '/api/user/update-email', { email: 'held@people.example' })
    await account(app, 'held@people.example', false)
    const { browser, location } = await signInByForm(app, 'held@people.example')
    expect(location).toBe('/')
    expect(await userOf(browser)).toMatchObject({ email: null })
    expect((await holder.call('GET', '/api/user/profile')).json().email).toBe('held@people.example')
  })

  test('R9 a session whose person no longer exists ends, and their sub starts again', async () => {
    const sub = await account(app, 'removed@people.example')
    const { browser } = await signInByForm(app, 'removed@people.example')
    const { id } = await userOf(browser)
    for (const table of ['sessions', 'sign_ins'])
      await app.database.pool.query(`delete from ${table} where user_id = $1`, [id])
    await app.database.pool.query('delete from users where id = $1', [id])
    expect(JSON.parse((await browser.get('/api/auth/user')).html)).toMatchObject({
      isAuthenticated: false,
      user: null,
    })
    expect((await browser.get('/api/user/profile')).status).toBe(401)
    const again = await userOf((await signInByForm(app, 'removed@people.example')).browser)
    expect(again).toMatchObject({ auth0_id: sub, email: 'removed@people.example' })
    expect(again.id).not.toBe(id)
  })

  test('R3 a sub that the provider no longer knows ends nothing here; the new one is another person', async () => {
    const sub = await account(app, 'moved@people.example')
    const { browser } = await signInByForm(app, 'moved@people.example')
    const former = await userOf(browser)
    await app.database.pool.query('delete from idp_accounts where sub = $1', [sub])
    await account(app, 'moved@people.example')
    const { browser: next, location } = await signInByForm(app, 'moved@people.example')
    expect(location).toBe('/other-account?returnTo=%2F')
    expect((await userOf(next)).id).not.toBe(former.id)
    expect(await userOf(browser)).toMatchObject({ id: former.id, email: 'moved@people.example' })
  })

  test('R3 the same sub with another email stays the same person', async () => {
    const sub = await account(app, 'before@people.example')
    const first = await userOf((await signInByForm(app, 'before@people.example')).browser)
    await app.database.pool.query("update idp_accounts set email = 'after@people.example' where sub = $1", [
      sub,
    ])
    const second = await userOf((await signInByForm(app, 'after@people.example')).browser)
    expect(second.id).toBe(first.id)
    expect(second).toMatchObject({ auth0_email: 'after@people.example', email: 'before@people.example' })
  })

  test('R9 a disabled person is told so, and gets no session', async () => {
    await account(app, 'closed@people.example')
    const { browser } = await signInByForm(app, 'closed@people.example')
    await app.database.pool.query(
      "update users set disabled_at = now() where auth0_email = 'closed@people.example'",
    )
    expect(JSON.parse((await browser.get('/api/auth/user')).html).isAuthenticated).toBe(false)
    const again = await signInByForm(app, 'closed@people.example')
    expect(again.location).toBe('/error?status=403&message=account-closed')
    expect(session(again.browser)).toBeUndefined()
  })

  test('R9 a suspended person is signed out at once, is told so at the next sign-in, and can sign in once restored', async () => {
    await account(app, 'kept-out@people.example')
    const { browser } = await signInByForm(app, 'kept-out@people.example')
    const { id } = await userOf(browser)
    const admin = await app.signIn({ role: 'admin' })
    const act = (what: string) => admin.call('POST', `/api/admin/users/${id}/${what}`, { reason: 'A report' })
    expect((await act('suspension')).statusCode).toBe(200)
    expect(JSON.parse((await browser.get('/api/auth/user')).html).isAuthenticated).toBe(false)
    const again = await signInByForm(app, 'kept-out@people.example')
    expect(again.location).toBe('/error?status=403&message=account-suspended')
    expect(session(again.browser)).toBeUndefined()
    expect((await act('restoration')).statusCode).toBe(200)
    expect((await signInByForm(app, 'kept-out@people.example')).location).toBe('/')
  })
})

describe('A07 R12 where sign-in leads', () => {
  test.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    '/%2f/evil.test',
    '/%5cevil.test',
    '/%09/evil.test',
    '/.//evil.test',
    'https:evil.test',
    'https://host@evil.test',
    '/%252f%252fevil.test',
    '/%0d%0aLocation:%20https://evil.test',
    '\thttps://evil.test',
    '/api/auth/logout',
  ])('A07 A18 R12 returnTo=%j ends at / of the product, and is logged', async (returnTo) => {
    const email = `r${Math.random()}@people.example`
    await account(app, email)
    app.logged.length = 0
    const { location } = await signInByForm(app, email, { query: `?${new URLSearchParams({ returnTo })}` })
    expect(location).toBe('/')
    expect(app.logged.some((line) => line.includes('a return address outside this site was dropped'))).toBe(
      true,
    )
    expect(app.logged.join('')).not.toContain('evil.test')
  })

  test.each([
    'https://evil.test',
    '/\\evil.test',
    '/%5cevil.test',
    '/%09/evil.test',
    '///evil.test',
    '/.//evil.test',
    'https:evil.test',
    'https://host@evil.test',
    '/%252f%252fevil.test',
    '/\r\nSet-Cookie: x=evil.test',
  ])('A07 A18 R12 sign-out does not leave the product either, with returnTo=%j', async (returnTo) => {
    const person = await app.signIn()
    const { headers } = await person.call('GET', `/api/auth/logout?${new URLSearchParams({ returnTo })}`)
    const target = new URL(String(headers.location), 'http://localhost:3000')
    expect(target.origin).toBe('http://localhost:3000')
    expect(JSON.stringify(headers)).not.toContain('evil.test')
  })

  test('A25 R34 forged forwarding headers change no address', async () => {
    const answer = await app.call('GET', '/api/auth/login', undefined, {
      host: 'localhost:3000',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.test',
    })
    const target = new URL(String(answer.headers.location))
    expect(target.origin).toBe('http://localhost:3000')
    expect(target.searchParams.get('redirect_uri')).toBe('http://localhost:3000/api/auth/callback')
  })

  test('A25 R12 R34 a foreign Host leads nowhere else', async () => {
    const answer = await app.call('GET', '/api/auth/login', undefined, { host: 'evil.test' })
    expect(String(answer.headers.location)).not.toContain('evil.test')
  })
})
