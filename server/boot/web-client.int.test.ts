import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { submitted } from '#server/testing/journeys.ts'
import { storeReleaseAssets } from './release-assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'verdaccord-drawn-'))
const webRoot = join(folder, 'web')
const TRICKY = 'Registered </script><b> & $& so'

let app: TestApp
beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'), { recursive: true })
  writeFileSync(join(webRoot, 'service-worker.js'), 'the worker')
  writeFileSync(join(webRoot, 'assets/offline-AbCd_12.html'), '<!doctype html><body>You’re offline</body>')
  const shell = '<!doctype html><head><title>the shell</title></head><body></body>'
  writeFileSync(join(webRoot, 'index.html'), shell)
  writeFileSync(
    `${webRoot}.preloads.json`,
    JSON.stringify({ '/': ['assets/home.js'], '/admin/users/$id/desk': ['assets/desk.js'] }),
  )
  const page = '<body><p title="{{company.authorisation}}">{{company.supportEmail}}</p></body>'
  writeFileSync(`${webRoot}.drawn.json`, JSON.stringify({ '/': `home ${page}`, '/login': `login ${page}` }))
  app = await testApp({
    webRoot,
    env: { COMPANY_SUPPORT_EMAIL: 'help@example.org', COMPANY_AUTHORISATION: TRICKY },
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

test('without a session, the drawn page of the address is sent, whatever its query, and it is not stored', async () => {
  for (const [url, name] of [
    ['/', 'home'],
    ['/?from=mail', 'home'],
    ['/login', 'login'],
  ] as const) {
    const { body, headers } = await app.call('GET', url)
    expect(body).toContain(`${name} <body><p`)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'cookie, accept-encoding',
    })
  }
})

test('the drawn page says what this deployment’s company does, as text', async () => {
  const { body } = await app.call('GET', '/')
  expect(body).toContain('>help@example.org</p>')
  expect(body).toContain('title="Registered &lt;/script&gt;&lt;b&gt; &amp; $&amp; so"')
})

const answersIn = (body: string): Record<string, unknown> => {
  const [, answers = ''] = /<script type="application\/json" id="answers">(.*)<\/script>/.exec(body) ?? []
  expect(answers).not.toContain('<')
  return JSON.parse(answers)
}

test('a page without a session contains the answers that the browser would request, which can’t end a script', async () => {
  const expected = {
    '/api/auth/user': (await app.call('GET', '/api/auth/user')).json(),
    '/api/site': (await app.call('GET', '/api/site')).json(),
  }
  expect(expected['/api/site'].company.authorisation).toBe(TRICKY)
  for (const url of ['/', '/terms', '/admin/users/1/desk']) {
    const { body } = await app.call('GET', url)
    expect(answersIn(body)).toEqual(expected)
    expect(body).not.toContain('modulepreload')
  }
})

test('with any session, even one that has expired or is a visitor’s, the uncached shell is sent', async () => {
  const person = await app.signIn()
  const visitor = await app.visit()
  const lapsed = (url: string) => app.call('GET', url, undefined, { cookie: 'session=long-gone' })
  for (const url of ['/', '/login', '/terms'])
    for (const answer of [await person.call('GET', url), await visitor.call('GET', url), await lapsed(url)]) {
      expect(answer.body).toContain('the shell')
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'cookie, accept-encoding' })
    }
  expect(answersIn((await lapsed('/')).body)).toMatchObject({ '/api/auth/user': { isAuthenticated: false } })
})

test.each([
  ['/', ['/api/notices?limit=10', '/api/home', '/api/invoices']],
  [
    '/verification',
    [
      '/api/notices?limit=10',
      '/api/user/profile',
      '/api/verification/status',
      '/api/onboarding/consumer/case',
    ],
  ],
  ['/profile?tab=documents', ['/api/notices?limit=10', '/api/user/profile', '/api/verification/status']],
  [
    '/onboarding/consumer?step=2',
    [
      '/api/onboarding/consumer/case',
      '/api/onboarding/consumer/draft',
      '/api/onboarding/lines?kind=consumer',
      '/api/documents',
      '/api/certifications/check?name=main_risk_disclosure&userId=$id',
      '/api/certifications/risk-disclosure',
    ],
  ],
])(
  '%s contains the answers it requests first, the same as its endpoints give that person',
  async (url, asked) => {
    const person = await app.signIn()
    const other = await app.signIn()
    const answers = answersIn((await person.call('GET', url)).body)
    const addresses = asked.map((address) => address.replace('$id', String(person.id)))
    expect(Object.keys(answers).toSorted()).toEqual(['/api/auth/user', '/api/site', ...addresses].toSorted())
    for (const [address, answer] of Object.entries(answers))
      expect([address, answer]).toEqual([address, (await person.call('GET', address)).json()])
    expect(answersIn((await other.call('GET', url)).body)['/api/auth/user']).toMatchObject({
      user: { id: other.id },
    })
  },
)

test('the desk contains the case for those who may review it, and nothing about it for anyone else', async () => {
  const applicant = await submitted(await app.signIn({ name: '</script><b>Ada' }))
  const url = `/admin/users/${applicant.id}/desk`
  const reviewer = await app.signIn({ role: 'reviewer' })
  const { body } = await reviewer.call('GET', url)
  expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/desk.js">')
  expect(body).not.toContain('home.js')
  const own = ['/api/auth/user', '/api/site']
  expect(Object.keys(answersIn(body)).toSorted()).toEqual(
    [
      ...own,
      '/api/notices?limit=10',
      `/api/admin/users/${applicant.id}`,
      `/api/admin/users/${applicant.id}/kyc-case?kind=consumer`,
      `/api/admin/users/${applicant.id}/readings?kind=consumer`,
    ].toSorted(),
  )
  expect(Object.keys(answersIn((await applicant.call('GET', url)).body)).toSorted()).toEqual(
    [...own, '/api/notices?limit=10'].toSorted(),
  )
  const business = Object.keys(answersIn((await reviewer.call('GET', `${url}?kind=business`)).body))
  expect(business.filter((address) => address.includes('consumer'))).toEqual([])
})

test('a list contains its first page, unless the address filters it', async () => {
  const reviewer = await app.signIn({ role: 'reviewer' })
  const lists = async (url: string) => Object.keys(answersIn((await reviewer.call('GET', url)).body))
  expect(await lists('/admin/queue')).toEqual(
    expect.arrayContaining(['/api/admin/queue', '/api/admin/reviewers', '/api/admin/views?list=queue']),
  )
  expect(await lists('/admin/queue?state=submitted')).not.toContain('/api/admin/queue')
  expect(await lists('/admin/dashboard')).toContain('/api/admin/users')
  expect(await lists('/')).toEqual(expect.arrayContaining(['/api/staff/home', '/api/staff/signals']))
})

test('a HEAD request gets no one’s data', async () => {
  const person = await app.signIn()
  const { statusCode, headers } = await person.call('HEAD' as 'GET', '/')
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
})

test('a page with answers is compressed if the client accepts that', async () => {
  const person = await app.signIn()
  const answer = await person.call('GET', '/terms', undefined, { 'accept-encoding': 'gzip, br' })
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(answersIn(gunzipSync(answer.rawPayload).toString())).toHaveProperty('/api/auth/user')
})

test('every other address gets the same shell for everyone', async () => {
  for (const url of ['/login/', '/welcome', '/terms'])
    expect((await app.call('GET', url)).body).toContain('the shell')
})

test('the drawn page is compressed if the client accepts that', async () => {
  const answer = await app.call('GET', '/', undefined, { 'accept-encoding': 'gzip, br' })
  expect(answer.headers['content-encoding']).toBe('gzip')
  const plain = await app.call('GET', '/', undefined, { 'accept-encoding': 'br, gzip;q=0' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(gunzipSync(answer.rawPayload).toString()).toBe(plain.body)
})

test('R35 a drawn page has the same policy as every other page', async () => {
  const policy = 'content-security-policy'
  expect((await app.call('GET', '/')).headers[policy]).toBe((await app.call('GET', '/terms')).headers[policy])
})

test('R62 a program’s request for a missing address is not answered with a page', async () => {
  for (const url of ['/metrics', '/metrics/', '/metrics?format=text', '/api/nothing', '/assets/nothing.js']) {
    const answer = await app.call('GET', url)
    expect([url, answer.statusCode, answer.json().error]).toEqual([url, 404, 'NOT_FOUND'])
  }
})

test('the icon that browsers request by default is the logo', async () => {
  const answer = await app.call('GET', '/favicon.ico')
  expect([answer.statusCode, answer.headers.location]).toEqual([301, '/logo.svg'])
})

test('R35 the service worker is requested again by each visit, and works under the policy of the pages', async () => {
  const { statusCode, body, headers } = await app.call('GET', '/service-worker.js')
  expect([statusCode, body]).toEqual([200, 'the worker'])
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringMatching(/^(text|application)\/javascript/),
    'content-security-policy': expect.stringContaining("worker-src 'self'"),
  })
})

test('R35 the offline page has the policy of the pages, and no line about maintenance', async () => {
  const closed = await testApp({ webRoot, env: { MAINTENANCE: '1' } })
  await storeReleaseAssets(closed.services, join(webRoot, 'assets'))
  rmSync(join(webRoot, 'assets/offline-AbCd_12.html'))
  const { statusCode, body, headers } = await closed.call('GET', '/assets/offline-AbCd_12.html')
  expect([statusCode, body]).toEqual([200, '<!doctype html><body>You’re offline</body>'])
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
  })
})

test('with the offline page off, browsers get a worker that deletes it and itself', async () => {
  const retired = await testApp({ webRoot, env: { OFFLINE_PAGE: 'off' } })
  const { body, headers } = await retired.call('GET', '/service-worker.js')
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  })
  const heard = new Map<string, (event: object) => void>()
  const caches = new Set(['offline /assets/offline-AbCd_12.html'])
  let isRegistered = true
  const worker = {
    addEventListener: (type: string, listener: (event: object) => void) => heard.set(type, listener),
    skipWaiting: () => {},
    registration: {
      async unregister() {
        isRegistered = false
      },
    },
  }
  runInNewContext(body, {
    self: worker,
    caches: { keys: async () => [...caches], delete: async (name: string) => caches.delete(name) },
  })
  let work: unknown
  heard.get('install')?.({})
  heard.get('activate')?.({
    waitUntil: (given: unknown) => {
      work = given
    },
  })
  await work
  expect([isRegistered, caches.size]).toEqual([false, 0])
})
