import { Secret, TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { TestBrowser } from '#server/platform/identity/testing/embedded-harness.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { account, PASSWORD } from '#server/testing/browser.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { softAuthenticator } from '#server/testing/soft-authenticator.ts'

let app: TestApp
let people = 0
let email: string

beforeAll(async () => {
  app = await testApp({ env: { STAFF_REQUIRES_MFA: '1' } })
})
beforeEach(async () => {
  // The provider's library uses the real time.
  app.clock.now = new Date()
  email = `keys-${++people}@verdaccord.example`
  await account(app, email)
})

type Page = Awaited<ReturnType<TestBrowser['get']>>

/** Someone at a browser, who signs in on the provider's pages and then makes calls with that session. */
function person(browser = new TestBrowser(app.server)) {
  const cookie = () => `session=${browser.cookies.get('session')?.value ?? ''}`
  const open = async (query = '') =>
    browser.get(String((await browser.get(`/api/auth/login${query}`)).headers.location))
  return {
    browser,
    open,
    /** The page after the password: a second step, or the redirect back to the product. */
    async enterPassword(query = '') {
      const page = await open(query)
      return browser.post(`${page.url.pathname}/sign-in`, { email, password: PASSWORD })
    },
    async back(page: Page) {
      expect(page.url.pathname).toBe('/api/auth/callback')
      expect((await browser.get(page.url.href)).headers.location).toBe('/')
    },
    async signIn(query = '') {
      await this.back(await this.enterPassword(query))
    },
    call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      app.call(method, path, body, { cookie: cookie() }),
    async methods() {
      return (await this.call('GET', '/api/user/sign-in-methods')).json()
    },
    async addPasskey(device = softAuthenticator(), name = 'Laptop') {
      const started = await this.call('POST', '/api/user/passkeys/options')
      expect(started.statusCode).toBe(200)
      const response = device.create(started.json().options)
      const added = await this.call('POST', '/api/user/passkeys', { name, response })
      expect(added.statusCode).toBe(200)
      return { device, codes: added.json().recoveryCodes as string[] | undefined, response }
    },
    async addApp() {
      const { secret } = (await this.call('POST', '/api/user/authenticator-app')).json()
      const codeNow = () =>
        TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: app.clock.now.getTime() })
      const confirmed = await this.call('POST', '/api/user/authenticator-app/confirm', { code: codeNow() })
      expect(confirmed.statusCode).toBe(200)
      return { secret, codeNow, codes: confirmed.json().recoveryCodes as string[] }
    },
  }
}

/** The options that a page passes to the browser's passkey dialog. */
function optionsOn(page: Page) {
  const [, text = ''] = /data-options="([^"]+)"/.exec(page.html) ?? []
  return JSON.parse(text.replaceAll('&quot;', '"'))
}

const inSeconds = (seconds: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000)
}
const mailsTo = async (address: string) => {
  const { rows } = await app.database.pool.query(
    'select kind, subject from mails where to_address = $1 order by id',
    [address],
  )
  return rows.map(({ kind, subject }) => (kind === 'sign-in-method-changed' ? subject : kind))
}
const idOf = async (address: string) => {
  const { rows } = await app.database.pool.query('select id from users where auth0_email = $1', [address])
  return Number(rows[0].id)
}

describe('R21 a passkey', () => {
  test('R21 signs in without a password, counts as a second factor, and is mailed and recorded when added and removed', async () => {
    const ada = person()
    await ada.signIn()
    const { device, codes } = await ada.addPasskey()
    expect(codes).toHaveLength(10)

    const again = person()
    const page = await again.open()
    expect(page.html).toContain('autocomplete="username webauthn"')
    const answer = JSON.stringify(device.get(optionsOn(page)))
    await again.back(await again.browser.post(`${page.url.pathname}/passkey`, { answer }))
    const { user } = (await again.call('GET', '/api/auth/user')).json()
    expect([user.auth0_email, user.is_staff]).toEqual([email, true])

    const { passkeys } = await again.methods()
    expect(passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: app.clock.now.toISOString() }])
    const path = `/api/user/passkeys/${passkeys[0].id}`
    expect((await again.call('PUT', path, { name: '  Work  laptop ' })).statusCode).toBe(200)
    expect((await again.call('DELETE', path)).statusCode).toBe(200)
    expect((await again.call('DELETE', path)).statusCode).toBe(404)
    expect(await again.methods()).toMatchObject({ passkeys: [], app: null, recoveryCodes: null })

    expect(await mailsTo(email)).toEqual([
      'A passkey was added to your Verdaccord account',
      'new-device',
      'A passkey was removed from your Verdaccord account',
    ])
    const userId = await idOf(email)
    const recorded = async (type: string) =>
      (await eventsOf(app.database, userId, type)).map(({ after }) => after)
    expect(await recorded('auth.method_added')).toEqual([{ method: 'passkey-added' }])
    expect(await recorded('auth.method_removed')).toEqual([{ method: 'passkey-removed' }])
  })

  test.each([
    ['that was asked for elsewhere', { origin: 'https://evil.example' }],
    ['whose device did not ask for the person', { verified: false }],
  ])('R21 %s signs no one in, and is not added', async (_name, spoiled) => {
    const ada = person()
    await ada.signIn()
    const { options } = (await ada.call('POST', '/api/user/passkeys/options')).json()
    const response = softAuthenticator().create(options, spoiled)
    expect((await ada.call('POST', '/api/user/passkeys', { name: 'x', response })).statusCode).toBe(400)
    const { device } = await ada.addPasskey()
    const page = await ada.open()
    const answer = JSON.stringify(device.get(optionsOn(page), spoiled))
    const refused = await ada.browser.post(`${page.url.pathname}/passkey`, { answer })
    expect(refused.status).toBe(401)
    expect(refused.html).toContain('We couldn’t sign you in with this passkey.')
  })

  test('R21 answers each challenge once, and is a copy if its counter goes backwards', async () => {
    const ada = person()
    await ada.signIn()
    const { device, response } = await ada.addPasskey()
    expect((await ada.call('POST', '/api/user/passkeys', { name: 'x', response })).statusCode).toBe(400)
    const page = await ada.open()
    const post = (answer: unknown) =>
      ada.browser.post(`${page.url.pathname}/passkey`, { answer: JSON.stringify(answer) })
    const spoiled = device.get(optionsOn(page), { verified: false })
    const next = await post(spoiled)
    expect((await post(device.get(optionsOn(page)))).status).toBe(401)
    const used = device.get(optionsOn(next), { counter: 7 })
    // The first attempt has used up the challenge.
    expect((await post(used)).status).toBe(401)
    const last = await ada.browser.get(page.url.href)
    await ada.back(await post(device.get(optionsOn(last), { counter: 7 })))
    const copy = await ada.open()
    const copied = await ada.browser.post(`${copy.url.pathname}/passkey`, {
      answer: JSON.stringify(device.get(optionsOn(copy), { counter: 3 })),
    })
    expect(copied.status).toBe(401)
  })

  test('R21 of someone else opens no second step, and no one else can name or remove it', async () => {
    const ada = person()
    await ada.signIn()
    await ada.addPasskey()
    const [{ id }] = (await ada.methods()).passkeys
    const step = await ada.enterPassword('?mfa=1')
    expect(step.html).toContain('Now use your passkey.')

    email = `keys-${++people}@verdaccord.example`
    await account(app, email)
    const eve = person()
    await eve.signIn()
    const { device } = await eve.addPasskey()
    const answer = JSON.stringify(device.get(optionsOn(step)))
    expect((await ada.browser.post(`${step.url.pathname}/passkey`, { answer })).status).toBe(401)
    expect((await eve.call('PUT', `/api/user/passkeys/${id}`, { name: 'mine' })).statusCode).toBe(404)
    expect((await eve.call('DELETE', `/api/user/passkeys/${id}`)).statusCode).toBe(404)
  })
})

describe('R21 an authenticator app', () => {
  test('R21 is asked for after the password once its first code was entered, and accepts no code twice', async () => {
    const ada = person()
    await ada.signIn()
    const { codeNow } = await ada.addApp()
    const step = await ada.enterPassword()
    expect(step.url.pathname).toMatch(/second-factor$/)
    expect(step.html).toContain('autocomplete="one-time-code"')
    // That code was already used for setting it up.
    const replayed = await ada.browser.post(step.url.pathname, { code: codeNow() })
    expect(replayed.status).toBe(400)
    expect(replayed.html).toContain('That isn’t the code your app shows now.')
    inSeconds(30)
    const code = codeNow()
    await ada.back(await ada.browser.post(step.url.pathname, { code }))
    expect((await ada.call('GET', '/api/auth/user')).json().user.is_staff).toBe(true)

    const other = await ada.enterPassword()
    expect((await ada.browser.post(other.url.pathname, { code })).status).toBe(400)
    expect(await eventsOf(app.database, await idOf(email), 'auth.failed')).toMatchObject([
      { after: { what: 'code' } },
      { after: { what: 'code' } },
    ])
  })

  test('R21 lets only one of two simultaneous sign-ins in with the same code', async () => {
    const ada = person()
    await ada.signIn()
    const { codeNow } = await ada.addApp()
    inSeconds(30)
    const code = codeNow()
    const steps = await Promise.all(
      [person(), person()].map(async ({ browser, enterPassword }) => ({
        browser,
        step: await enterPassword(),
      })),
    )
    const answers = await Promise.all(
      steps.map(({ browser, step }) => browser.post(step.url.pathname, { code })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400])
  })

  test('R54 wrong codes soon cost time, even with the right password', async () => {
    const ada = person()
    await ada.signIn()
    const { codeNow } = await ada.addApp()
    const eve = person()
    const step = await eve.enterPassword()
    const statuses = []
    for (let time = 0; time < 6; time += 1)
      statuses.push((await eve.browser.post(step.url.pathname, { code: '000000' })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    // In a browser where the owner has signed in before, they are counted separately.
    inSeconds(30)
    const own = await ada.enterPassword()
    await ada.back(await ada.browser.post(own.url.pathname, { code: codeNow() }))
  })

  test('R21 there is no second step without the password', async () => {
    const ada = person()
    const page = await ada.open()
    for (const path of ['', '/recovery']) {
      const step = await ada.browser.get(`${page.url.pathname}/second-factor${path}`)
      expect(step.html).toContain('<h1>Sign in</h1>')
    }
    const posted = await ada.browser.post(`${page.url.pathname}/second-factor`, { code: '123456' })
    expect(posted.html).toContain('<h1>Sign in</h1>')
  })

  test('R47 its secret is not in the database', async () => {
    const ada = person()
    await ada.signIn()
    const { secret } = await ada.addApp()
    const { rows } = await app.database.pool.query('select sealed_secret from idp_authenticators')
    const raw = Buffer.from(Secret.fromBase32(secret).bytes)
    for (const row of rows) {
      const sealed = Buffer.from(row.sealed_secret, 'base64')
      expect(sealed.length).toBeGreaterThan(raw.length)
      expect(sealed.includes(raw)).toBe(false)
    }
  })
})

describe('R21 recovery codes', () => {
  test('R21 replace the app, once each, with a mail; new ones invalidate the old ones', async () => {
    const ada = person()
    await ada.signIn()
    const { codes } = await ada.addApp()
    const [first = '', second = ''] = codes
    const use = async (recovery: string) => {
      const { url } = await ada.enterPassword()
      return ada.browser.post(`${url.pathname}/recovery`, { recovery })
    }
    await ada.back(await use(` ${first.toUpperCase().replace('-', ' ')} `))
    expect((await ada.methods()).recoveryCodes.left).toBe(9)
    expect((await use(first)).html).toContain('That isn’t one of your recovery codes')

    const made = await ada.call('POST', '/api/user/recovery-codes')
    expect(made.json().recoveryCodes).toHaveLength(10)
    expect((await use(second)).status).toBe(400)
    const { rows } = await app.database.pool.query('select code_hash from idp_recovery_codes')
    expect(rows.some(({ code_hash }) => codes.includes(code_hash))).toBe(false)
    expect(await mailsTo(email)).toEqual([
      'An authenticator app was added to your Verdaccord account',
      'recovery-code-used',
      'New recovery codes were made for your Verdaccord account',
    ])
    const events = await eventsOf(app.database, await idOf(email), 'auth.recovery_code_used')
    expect(events).toMatchObject([{ after: { left: 9 } }])
  })

  test('R21 let only one in if used twice at once', async () => {
    const ada = person()
    await ada.signIn()
    const { codes } = await ada.addApp()
    const steps = await Promise.all(
      [person(), person()].map(async ({ browser, enterPassword }) => ({
        browser,
        step: await enterPassword(),
      })),
    )
    const answers = await Promise.all(
      steps.map(({ browser, step }) =>
        browser.post(`${step.url.pathname}/recovery`, { recovery: codes[0] ?? '' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400])
  })
})

describe('R11 R21 changing how one signs in', () => {
  const CHANGES = [
    ['POST', '/api/user/passkeys/options'],
    ['POST', '/api/user/authenticator-app'],
    ['DELETE', '/api/user/authenticator-app'],
    ['POST', '/api/user/recovery-codes'],
  ] as const

  test('R11 needs a recent sign-in', async () => {
    const ada = person()
    await ada.signIn()
    inSeconds(16 * 60)
    for (const [method, path] of CHANGES)
      expect((await ada.call(method, path)).json().error).toBe('REAUTH_REQUIRED')
  })

  test('R21 needs the existing second factor: the password alone can’t add one in its place', async () => {
    const ada = person()
    await ada.signIn()
    await ada.addPasskey()
    const eve = person()
    await eve.signIn()
    for (const [method, path] of CHANGES)
      expect((await eve.call(method, path)).json().error).toBe('REAUTH_REQUIRED')
    const [{ id }] = (await eve.methods()).passkeys
    expect((await eve.call('DELETE', `/api/user/passkeys/${id}`)).json().error).toBe('REAUTH_REQUIRED')
    expect(await ada.methods()).toMatchObject({ passkeys: [{ id }] })
  })

  test('is only for people of the embedded provider', async () => {
    const other = await app.signIn()
    expect((await other.call('GET', '/api/user/sign-in-methods')).json().areKeptHere).toBe(false)
    expect((await other.call('POST', '/api/user/passkeys/options')).statusCode).toBe(404)
  })
})

describe('T10 a sign-in that was left half-way', () => {
  /** The address that the browser is sent to next, which it keeps. */
  async function parked(step: 'sign-in' | 'callback'): Promise<() => Promise<number>> {
    const { browser, open, enterPassword, call } = person()
    const later = async (address: string) => {
      const answer = await browser.get(address)
      if (answer.url.pathname === '/api/auth/callback' && answer.status === 303)
        await browser.get(answer.url.href)
      return (await call('GET', '/api/user/sign-in-methods')).statusCode
    }
    if (step === 'callback') {
      const page = await enterPassword()
      return () => later(page.url.href)
    }
    const page = await open()
    const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
    const answer = await app.server.inject({
      method: 'POST',
      url: `${page.url.pathname}/sign-in`,
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ email, password: PASSWORD }).toString(),
    })
    expect(answer.headers.location).toMatch(/^http:.*[/]idp[/]auth[/]/)
    return () => later(String(answer.headers.location))
  }

  async function resetPassword() {
    const { browser, open } = person()
    await browser.post(`${(await open()).url.pathname}/forgotten`, { email })
    const [mail] = await mailRows(
      app.database,
      "select text from mails where kind = 'password-reset' and to_address = $1",
      email,
    )
    const token = /reset\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const done = await browser.post('/idp/reset', { token, password: 'quite another password' })
    expect(done.html).toContain('Password changed')
  }

  test.each(['sign-in', 'callback'] as const)(
    'T10 R5 signs in someone who was slow, at the %s',
    async (step) => expect(await (await parked(step))()).toBe(200),
  )

  test.each(['sign-in', 'callback'] as const)('T10 R5 ends with a new password, at the %s', async (step) => {
    const goOn = await parked(step)
    await resetPassword()
    expect(await goOn()).toBe(401)
  })

  test.each(['sign-in', 'callback'] as const)(
    'T10 R5 ends with a new second factor and with one that is removed, at the %s',
    async (step) => {
      const ada = person()
      await ada.signIn()
      const beforeApp = await parked(step)
      await ada.addApp()
      expect(await beforeApp()).toBe(401)
      expect((await ada.call('DELETE', '/api/user/authenticator-app')).statusCode).toBe(200)
      const beforePasskey = await parked(step)
      await ada.addPasskey()
      expect(await beforePasskey()).toBe(401)
    },
  )

  test('T10 R5 asks for the password again at the second step after a new password', async () => {
    const ada = person()
    await ada.signIn()
    const { codeNow } = await ada.addApp()
    const eve = person()
    const page = await eve.enterPassword()
    expect(page.html).toContain('name="code"')
    await resetPassword()
    inSeconds(30)
    const answer = await eve.browser.post(page.url.pathname, { code: codeNow() })
    expect(answer.html).toContain('<h1>Sign in</h1>')
  })

  test('T10 R5 gets no session if the methods change while its code is exchanged', async () => {
    const { browser, enterPassword } = person()
    const page = await enterPassword()
    const { identity } = app.services
    const exchange = vi.spyOn(identity, 'exchange').mockImplementationOnce(async (...callback) => {
      exchange.mockRestore()
      const claims = await identity.exchange(...callback)
      await resetPassword()
      return claims
    })
    const answer = await browser.get(page.url.href)
    expect(answer.headers.location).toMatch(/^[/]error[?]status=400/)
    expect(browser.cookies.has('session')).toBe(false)
  })
})
