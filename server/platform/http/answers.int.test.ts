import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { getPrivacyStatic, getTermsStatic } from '#contract/site/legal.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { uploadPicture } from '#server/testing/journeys.ts'
import { PRODUCTION } from '#server/testing/production.ts'
import { addressOf } from '#server/testing/sample-calls.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'verdaccord-web-'))
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>the shell</title>')
afterAll(() => rmSync(webRoot, { recursive: true }))

let app: TestApp
let production: TestApp
beforeAll(async () => {
  app = await testApp({
    webRoot,
    env: {
      COMPANY_TERMS_URL: 'https://legal.example.org/terms',
      COMPANY_PRIVACY_URL: 'https://policies.example.org/privacy',
    },
  })
  production = await testApp({ env: PRODUCTION, webRoot })
})

/** They are pages, with a policy of their own. */
const LEGAL_PAGES: readonly string[] = [getTermsStatic.path, getPrivacyStatic.path]

const ERROR = { error: expect.any(String), message: expect.any(String), requestId: expect.any(String) }

describe('R37 answers of the API', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'R37 are a JSON 404 for %s of an unknown address, never the page',
    async (method) => {
      for (const url of [
        '/api/unknown',
        '/api/',
        '/api/users/../secret',
        '/api/unknown.html',
        '/idp/unknown',
      ]) {
        const answer = await app.call(method, url, undefined, { accept: 'text/html' })
        expect([url, answer.statusCode]).toEqual([url, 404])
        expect(answer.body).not.toContain('the shell')
        if (url.startsWith('/api/')) {
          expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
          expect(answer.json()).toEqual({ ...ERROR, error: 'NOT_FOUND' })
        }
      }
    },
  )

  test('R66 never contain a file of the repository, nor a page in its place', async () => {
    for (const url of ['/.git/config', '/.env', '/%2Egit/HEAD', '/onboarding/.git/', '/assets/index.js.map'])
      expect([url, (await app.call('GET', url)).statusCode]).toEqual([url, 404])
  })

  test('R37 are the page for any other address', async () => {
    expect((await app.call('GET', '/onboarding/consumer?step=user-type')).body).toContain('the shell')
  })

  test.each(['/api/%E0%A4%A', '/api/%zz/documents', '/api/auth/user%'])(
    'R37 R61 are the same for %s, which cannot be decoded, as for any unknown address',
    async (url) => {
      const answer = await app.call('GET', url)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ ...ERROR, error: 'NOT_FOUND' })
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      })
    },
  )

  test('R37 are the page for one whose address cannot be decoded, and it says that it does not exist', async () => {
    const answer = await app.call('GET', '/terms%?from=%mail')
    expect(answer.body).toContain('the shell')
    expect(answer.headers['content-security-policy']).toContain("object-src 'none'")
  })

  test('R37 R36 are JSON with its charset, not stored, and with the protective headers', async () => {
    const admin = await app.signIn({ role: 'superAdmin' })
    for (const endpoint of ENDPOINTS.filter(({ path }) => !LEGAL_PAGES.includes(path))) {
      const answer = await admin.call(endpoint.method, addressOf(endpoint, 1))
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
      })
      if (endpoint.answer !== 'redirect')
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('R37 are not stored, however the address is spelled', async () => {
    const person = await app.signIn()
    const answer = await person.call('GET', '/%61pi/user/profile')
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('pages', () => {
  test('R35 have a policy without inline script, objects, foreign base or frames around them', async () => {
    const { headers } = await app.call('GET', '/onboarding')
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map((part) => part.trim().split(/ (.*)/).slice(0, 2)),
    )
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'form-action': "'self'",
    })
    expect(policy).toMatchObject({
      'worker-src': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'verdaccord',
      'report-uri': '/api/csp-reports',
      'report-to': 'csp',
    })
    expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"')
    expect(policy['frame-src']).toBe("'self' https://legal.example.org https://policies.example.org")
  })

  test('R35 R38 allow another host’s scripts only if analytics is configured, and only that host’s', async () => {
    const url = 'https://stats.example.org/tag.js?id=7'
    const measured = await testApp({
      env: {
        ANALYTICS_SCRIPT_URL: url,
        ANALYTICS_ORIGINS: 'https://collect.example.org',
        ANALYTICS_COOKIES: '_rec,_rec_*',
      },
    })
    const answer = await measured.call('GET', '/api/site')
    expect(answer.json().analytics).toEqual({ scriptUrl: url, cookies: ['_rec', '_rec_*'] })
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self' https://stats.example.org;")
    expect(policy).toContain("connect-src 'self' https://stats.example.org https://collect.example.org;")
    // Text can't become a script here either; which policies it creates is up to it.
    expect(policy).toContain("require-trusted-types-for 'script';trusted-types *;")
    const plain = await app.call('GET', '/api/site')
    expect(plain.json().analytics).toBeNull()
    expect(plain.headers['content-security-policy']).toContain("connect-src 'self';")
  })

  test('R35 allow pictures of people only from the hosts that are named for them', async () => {
    const faces = 'https://faces.example.org'
    const shown = await testApp({ env: { PICTURE_ORIGINS: faces } })
    const answer = await shown.call('GET', '/api/site')
    expect(answer.json().pictureOrigins).toEqual([faces])
    expect(answer.headers['content-security-policy']).toContain(`img-src 'self' data: blob: ${faces};`)
    const plain = await app.call('GET', '/api/site')
    expect(plain.headers['content-security-policy']).toContain("img-src 'self' data: blob:;")
  })

  test('R36 may ask the browser for the camera, for passkeys and to copy, and for nothing else', async () => {
    const { headers } = await app.call('GET', '/onboarding')
    const features = String(headers['permissions-policy']).split(', ')
    expect(features.filter((feature) => !feature.endsWith('=()'))).toEqual([
      'camera=(self)',
      'clipboard-write=(self)',
      'publickey-credentials-create=(self)',
      'publickey-credentials-get=(self)',
    ])
    expect(features).toEqual(expect.arrayContaining(['microphone=()', 'geolocation=()', 'usb=()']))
    const provider = await app.call('GET', '/idp/nowhere')
    expect(provider.headers['permissions-policy']).toBe(headers['permissions-policy'])
    expect(provider.headers['content-security-policy']).toContain(
      "trusted-types 'none'; require-trusted-types-for 'script'; report-uri /api/csp-reports",
    )
  })

  test('R36 are pinned to https for a year with subdomains in production, and only there', async () => {
    expect((await production.call('GET', '/')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    )
    expect((await app.call('GET', '/')).headers['strict-transport-security']).toBeUndefined()
  })
})

describe('in production', () => {
  test.each(['/dev/mailbox', '/dev/mailbox/messages', '/api/auth/debug'])(
    'R62 R66 %s does not exist',
    async (url) => {
      const answer = await production.call('GET', url)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ ...ERROR, error: 'NOT_FOUND' })
    },
  )

  test('A13 R62 the debug page does not exist, while other pages do', async () => {
    for (const [url, status] of [
      ['/debug', 404],
      ['/debug/?a=b', 404],
      ['/terms', 200],
      // An address without a page, not the debug page under another name.
      ['/debugger', 404],
    ] as const) {
      const answer = await production.call('GET', url)
      expect([url, answer.statusCode]).toEqual([url, status])
      // The not-found page has the same shell.
      expect(answer.body).toContain('the shell')
    }
    expect((await app.call('GET', '/debug')).statusCode).toBe(200)
  })

  test('R25 no write from localhost is accepted, which development allows', async () => {
    const person = await production.signIn()
    const answer = await production.server.inject({
      method: 'POST',
      url: '/api/users/update-type',
      headers: { cookie: person.cookie, origin: 'http://localhost:80', host: 'localhost:80' },
      payload: { user_type: 'sell' },
    })
    expect(answer.json().error).toBe('CSRF_REJECTED')
  })
})

describe('R16 internal fields are not sent', () => {
  const INTERNAL =
    /storage_?key|rendition_?key|wrapped_?key|key_?id|token_?hash|password|issuer(?!BaseURL)|disabled_?at|payload_?hash|claimed_?by|prev_hash/i

  test('R16 in any answer to a person or an admin', async () => {
    const person = await app.signIn()
    const admin = await app.signIn({ role: 'superAdmin' })
    await uploadPicture(person, 'selfie')
    for (const caller of [person, admin]) {
      for (const endpoint of ENDPOINTS.filter(
        ({ method, answer }) => method === 'GET' && typeof answer === 'object',
      )) {
        const answer = await caller.call('GET', addressOf(endpoint, person.id))
        const keys = [...answer.body.matchAll(/"(\w+)":/g)].map(([, key]) => key ?? '')
        expect(keys.filter((key) => INTERNAL.test(key))).toEqual([])
      }
    }
  })
})
