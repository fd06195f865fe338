import { scryptSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { newSignInSecrets, SignInCancelled } from '#server/platform/identity/identity-provider.ts'
import {
  type Harness,
  startEmbedded,
  startSignIn,
} from '#server/platform/identity/testing/embedded-harness.ts'
import { afterPause } from '#server/testing/after-pause.ts'
import { testDatabase } from '#server/testing/database.ts'
import { createAccount, findAccountByEmail } from './accounts.ts'
import { hashPassword } from './passwords.ts'
import { registerEmbeddedProvider } from './plugin.ts'

const PASSWORD = 'a long enough password'

let database: Database
let idp: Harness
let passwordHash: string
let people = 0

beforeAll(async () => {
  database = await testDatabase()
  idp = await startEmbedded(database)
  passwordHash = await hashPassword(PASSWORD)
})

async function person(options: { emailVerified?: boolean } = {}) {
  const email = `Person${people++}@Example.org`
  const account = await createAccount(database.db, { email, passwordHash, now: new Date(), ...options })
  if (!account) throw new Error('the address is taken')
  return account
}

const code = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

describe('signing in', () => {
  it('leads from the form to claims, without a network', async () => {
    const began = Date.now()
    const account = await person({ emailVerified: true })
    const { browser, page, secrets } = await startSignIn(idp, { loginHint: account.email })
    expect(page.html).toContain('<label for="email">Email</label>')
    expect(page.html).toContain('<label for="password">Password</label>')
    expect(page.html).toMatch(/<button[^>]*>Sign in<\/button>/)
    expect(page.html).toContain(`value="${account.email}"`)

    const back = await browser.post(`${page.url.pathname}/sign-in`, {
      email: account.email.toLowerCase(),
      password: PASSWORD,
    })
    expect(back.url.origin + back.url.pathname).toBe('http://localhost:3000/api/auth/callback')
    const claims = await idp.client.exchange(back.url, secrets)
    expect(claims).toMatchObject({
      issuer: 'http://localhost:3000/idp',
      sub: account.sub,
      email: account.email,
      emailVerified: true,
    })
    // In whole seconds.
    const second = claims.authTime?.getTime() ?? 0
    expect([second > began - 1000, second <= Date.now()]).toEqual([true, true])
  })

  it('with a password of a former release works, and hashes it with today’s parameters', async () => {
    const salt = Buffer.alloc(16)
    const key = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 })
    const email = `person${people++}@example.org`
    await createAccount(database.db, {
      email,
      passwordHash: ['scrypt', 1024, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$'),
      now: new Date(),
    })
    const held = async () => (await findAccountByEmail(database.db, email))?.passwordHash
    for (const [password, status, form] of [
      ['not the password', 401, /^scrypt/],
      [PASSWORD, 303, /^\$argon2id/],
      [PASSWORD, 303, /^\$argon2id/],
    ] as const) {
      const { browser, page } = await startSignIn(idp)
      const answer = await browser.post(`${page.url.pathname}/sign-in`, { email, password })
      expect([answer.status, await held()]).toEqual([status, expect.stringMatching(form)])
    }
  })

  it.each([
    ['a wrong password', async () => ({ email: (await person()).email, password: 'not the password' })],
    ['an unknown address', async () => ({ email: 'nobody@example.org', password: PASSWORD })],
  ])(
    'A21 R56 %s gets the same answer in similar time, and keeps the typed address',
    async (_name, credentials) => {
      const { browser, page } = await startSignIn(idp)
      const typed = await credentials()
      const answer = await afterPause(() => browser.post(`${page.url.pathname}/sign-in`, typed))
      expect(answer.status).toBe(401)
      expect(answer.html).toContain('The email or password isn’t right. Check both, or reset your password.')
      expect(answer.html).toContain(`value="${typed.email}"`)
      expect(answer.html).not.toContain(typed.password)
      expect(answer.html).toContain('role="alert" tabindex="-1" autofocus')
      // The answer has an address of its own, so that reload and Back send nothing; the refusal is said once.
      const again = await browser.get(answer.url.href)
      expect([again.status, again.html.includes('There is a problem')]).toEqual([200, false])
      expect(again.html).toContain(`value="${typed.email}"`)
    },
  )

  it('asks for the password at every sign-in, even in the same browser (R7, R8)', async () => {
    const account = await person()
    const { browser, page } = await startSignIn(idp)
    const form = { email: account.email, password: PASSWORD }
    await browser.post(`${page.url.pathname}/sign-in`, form)
    const again = await startSignIn(idp, {}, browser)
    expect(again.page.html).toContain('<h1>Sign in</h1>')
    const other = await person()
    const back = await browser.post(`${again.page.url.pathname}/sign-in`, { ...form, email: other.email })
    expect((await idp.client.exchange(back.url, again.secrets)).sub).toBe(other.sub)
  })

  it('can be cancelled, and the product is told', async () => {
    const { browser, page, secrets } = await startSignIn(idp)
    const back = await browser.post(`${page.url.pathname}/cancel`, {})
    expect(back.url.searchParams.get('error')).toBe('access_denied')
    await expect(idp.client.exchange(back.url, secrets)).rejects.toBeInstanceOf(SignInCancelled)
  })

  it('says that it has expired in a browser that did not start it', async () => {
    const { page } = await startSignIn(idp)
    const stranger = await idp.app.inject({ url: page.url.pathname })
    expect(stranger.statusCode).toBe(400)
    expect(stranger.payload).toContain('This sign-in has expired')
  })

  it('escapes what came with the request (R31)', async () => {
    const { page } = await startSignIn(idp, { loginHint: '"><script>alert(1)</script>' })
    expect(page.html).not.toContain('<script>')
    expect(page.html).toContain('&quot;&gt;&lt;script&gt;')
  })

  it('R54 too many attempts are refused with the time to wait', async () => {
    const strict = await startEmbedded(database, {
      limit: async () => {
        throw new AppError('RATE_LIMITED', 'Too many tries.', { retryAfter: 30 })
      },
    })
    const { browser, page } = await startSignIn(strict)
    const answer = await browser.post(`${page.url.pathname}/sign-in`, {
      email: 'a@example.org',
      password: 'x',
    })
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '30'])
    expect(answer.html).toContain('value="a@example.org"')
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { 'sec-fetch-site': 'same-site' }],
    ['a foreign origin', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
  ])('R25 a form posted from %s is refused', async (_name, headers) => {
    const account = await person()
    const { browser, page } = await startSignIn(idp)
    const form = { email: account.email, password: PASSWORD }
    expect((await browser.post(`${page.url.pathname}/sign-in`, form, headers)).status).toBe(403)
  })
})

describe('R4 the embedded provider follows the protocol', () => {
  const authorize = async (change: (url: URL) => void) => {
    const url = await idp.client.authorizationUrl(newSignInSecrets())
    change(url)
    return idp.app.inject({ url: url.pathname + url.search, headers: { accept: 'text/html' } })
  }

  it.each([
    'http://localhost:3000/api/auth/callback/',
    'http://localhost:3000/api/auth/callback?x=1',
    'http://localhost:3001/api/auth/callback',
    'https://evil.example/api/auth/callback',
  ])('R4 the redirect address %s is refused on a separate page', async (address) => {
    const answer = await authorize((url) => url.searchParams.set('redirect_uri', address))
    expect(answer.statusCode).toBe(400)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.payload).toContain('Sign in again')
  })

  it('R4 a request without PKCE, or with plain, is sent back with an error', async () => {
    const without = await authorize((url) => {
      url.searchParams.delete('code_challenge')
      url.searchParams.delete('code_challenge_method')
    })
    const plain = await authorize((url) => url.searchParams.set('code_challenge_method', 'plain'))
    for (const answer of [without, plain]) {
      const location = new URL(String(answer.headers.location))
      expect(location.searchParams.get('error')).toBe('invalid_request')
      expect(location.searchParams.has('code')).toBe(false)
    }
  })

  it('R4 a code works once, even if two exchange it at the same time', async () => {
    const account = await person()
    const { browser, page, secrets } = await startSignIn(idp)
    const form = { email: account.email, password: PASSWORD }
    const back = await browser.post(`${page.url.pathname}/sign-in`, form)
    const results = await Promise.all([1, 2, 3].map(() => code(idp.client.exchange(back.url, secrets))))
    expect(results.filter((result) => result === undefined).length).toBeLessThanOrEqual(1)
    expect(await code(idp.client.exchange(back.url, secrets))).toBe('VALIDATION_ERROR')
  })

  it('R60 a dump contains no code that can still be exchanged, and no access token', async () => {
    const account = await person()
    const { browser, page, secrets } = await startSignIn(idp)
    const back = await browser.post(`${page.url.pathname}/sign-in`, {
      email: account.email,
      password: PASSWORD,
    })
    const dump = async () => {
      const { rows } = await database.pool.query<{ row: string }>('select t::text as row from idp_records t')
      return rows.map(({ row }) => row).join('\n')
    }
    const secret = back.url.searchParams.get('code') ?? ''
    expect(secret.length).toBeGreaterThan(20)
    expect(await dump()).not.toContain(secret)
    const tokens: string[] = []
    const { app } = idp
    const inject = app.inject.bind(app)
    app.inject = (async (request: never) => {
      const answer = (await inject(request)) as unknown as { payload: string }
      tokens.push(...(/"access_token":"([^"]+)"/.exec(answer.payload)?.slice(1) ?? []))
      return answer
    }) as never
    await idp.client.exchange(back.url, secrets)
    app.inject = inject
    expect(tokens).toHaveLength(1)
    expect(await dump()).not.toContain(tokens[0])
    const authorization = `Bearer ${tokens[0]}`
    const told = await app.inject({ url: '/idp/me', headers: { authorization } })
    expect(told.json()).toMatchObject({ email: account.email })
  })

  it('R4 a code that a process of the former release has stored is accepted', async () => {
    await database.pool.query('insert into installation (sealed_since) values (null)')
    const account = await person()
    const { browser, page, secrets } = await startSignIn(idp)
    const back = await browser.post(`${page.url.pathname}/sign-in`, {
      email: account.email,
      password: PASSWORD,
    })
    const { rowCount } = await database.pool.query('select from idp_records where id = $1', [
      back.url.searchParams.get('code'),
    ])
    expect(rowCount).toBe(1)
    await database.pool.query('delete from installation')
    expect(await idp.client.exchange(back.url, secrets)).toMatchObject({ email: account.email })
  })

  it('R4 a code is stored for 60 seconds at most', async () => {
    const account = await person()
    const { browser, page } = await startSignIn(idp)
    await browser.post(`${page.url.pathname}/sign-in`, { email: account.email, password: PASSWORD })
    const { rows } = await database.pool.query(
      `select max((payload->>'exp')::int - (payload->>'iat')::int) as seconds from idp_records where model = 'AuthorizationCode'`,
    )
    expect(rows[0].seconds).toBeLessThanOrEqual(60)
  })

  it('R4 does not start in production unless it is allowed', async () => {
    const never = registerEmbeddedProvider(idp.app, {} as never, { production: true, allowed: false })
    await expect(never).rejects.toThrow('does not start in production')
  })

  it('offers nothing that the product does not use', async () => {
    const document = (await idp.app.inject('/idp/.well-known/openid-configuration')).json()
    expect(document.issuer).toBe('http://localhost:3000/idp')
    expect(document.response_types_supported).toEqual(['code'])
    expect(document.id_token_signing_alg_values_supported).toEqual(['RS256'])
    for (const name of ['registration_endpoint', 'device_authorization_endpoint', 'end_session_endpoint'])
      expect(document).not.toHaveProperty(name)
    expect(await idp.client.logoutUrl('http://localhost:3000/')).toBeUndefined()
  })

  it('R27 allows no foreign origin, and R34 believes no forwarded host', async () => {
    const answer = await idp.app.inject({
      url: '/idp/.well-known/openid-configuration',
      headers: { origin: 'https://evil.example', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.payload).not.toContain('evil')
  })

  it('R35 its pages allow no script but its own files, and no frame', async () => {
    const { page } = await startSignIn(idp)
    const lost = await idp.app.inject({ url: '/idp/nowhere' })
    expect(lost.statusCode).toBe(404)
    for (const policy of [page.headers['content-security-policy'], lost.headers['content-security-policy']]) {
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain('script-src http://localhost:3000/idp/assets/;')
      expect(policy).not.toContain('unsafe')
    }
    const scripts = [...page.html.matchAll(/<script src="([^"]+)"( defer)?><\/script>/g)].map(
      ([, src]) => src,
    )
    expect(scripts).toEqual(['theme.js', 'webauthn.js', 'sign-in.js'].map((name) => `/idp/assets/${name}`))
    expect(page.html.split('<script')).toHaveLength(4)
    expect(page.html).not.toMatch(/<style| style="| on\w+="/)
  })

  it.each(['idp.css', 'dark.css', 'leaf.svg', 'text.woff2', 'theme.js', 'sign-in.js', 'webauthn.js'])(
    'serves %s',
    async (name) => {
      expect((await idp.app.inject(`/idp/assets/${name}`)).statusCode).toBe(200)
    },
  )

  it('R6 marks its cookies Secure if the public address is https, whatever the connection', async () => {
    const secure = await startEmbedded(database, { publicUrl: 'https://verify.example' })
    const { browser } = await startSignIn(secure)
    expect(browser.cookies.size).toBeGreaterThan(0)
    for (const [name, { attributes }] of browser.cookies) {
      expect(name).toMatch(/^__Secure-/)
      expect(attributes.toLowerCase()).toMatch(/secure.*httponly/)
      expect(attributes.toLowerCase()).toContain('samesite=lax')
    }
  })
})
