import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { storeReleaseAssets } from './release-assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'verdaccord-drawn-'))
const webRoot = join(folder, 'web')
const TRICKY = 'Registered </script><b> & $& so'

let app: TestApp
beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'), { recursive: true })
  writeFileSync(join(webRoot, 'service-worker.js'), 'the worker')
  writeFileSync(join(webRoot, 'assets/offline-AbCd_12.html'), '<!doctype html><body>You’re offline</body>')
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>the shell</title>')
  const page =
    '<p title="{{company.authorisation}}">{{company.supportEmail}}</p><i id="answers">{{answers}}</i>'
  writeFileSync(`${webRoot}.drawn.json`, JSON.stringify({ '/': `home ${page}`, '/login': `login ${page}` }))
  app = await testApp({
    webRoot,
    env: { COMPANY_SUPPORT_EMAIL: 'help@example.org', COMPANY_AUTHORISATION: TRICKY },
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

test('who brings no session gets the drawn page of the address, whatever its query, and it is not stored', async () => {
  for (const [url, name] of [
    ['/', 'home'],
    ['/?from=mail', 'home'],
    ['/login', 'login'],
  ] as const) {
    const { body, headers } = await app.call('GET', url)
    expect(body).toContain(`${name} <p`)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'cookie, accept-encoding',
    })
  }
})

test('the drawn page says of the company what this deployment does, as text', async () => {
  const { body } = await app.call('GET', '/')
  expect(body).toContain('>help@example.org</p>')
  expect(body).toContain('title="Registered &lt;/script&gt;&lt;b&gt; &amp; $&amp; so"')
})

test('the drawn page brings the answers that the browser would ask for, which end no script', async () => {
  const { body } = await app.call('GET', '/')
  const answers = /<i id="answers">(.*)<\/i>$/.exec(body)?.[1] ?? ''
  expect(answers).not.toContain('<')
  expect(JSON.parse(answers)).toEqual({
    'GET /api/auth/user': (await app.call('GET', '/api/auth/user')).json(),
    'GET /api/site': (await app.call('GET', '/api/site')).json(),
  })
  expect(JSON.parse(answers)['GET /api/site'].company.authorisation).toBe(TRICKY)
})

test('anyone who brings a session, even a lapsed one or that of a visitor, gets the shell and is asked for', async () => {
  const person = await app.signIn()
  const visitor = await app.visit()
  const lapsed = (url: string) => app.call('GET', url, undefined, { cookie: 'session=long-gone' })
  for (const url of ['/', '/login'])
    for (const answer of [await person.call('GET', url), await visitor.call('GET', url), await lapsed(url)]) {
      expect(answer.body).toContain('the shell')
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'cookie, accept-encoding' })
    }
})

test('every other address is the shell for everyone', async () => {
  for (const url of ['/login/', '/welcome', '/terms'])
    expect((await app.call('GET', url)).body).toContain('the shell')
})

test('the drawn page is compressed for who accepts that', async () => {
  const answer = await app.call('GET', '/', undefined, { 'accept-encoding': 'gzip, br' })
  expect(answer.headers['content-encoding']).toBe('gzip')
  const plain = await app.call('GET', '/', undefined, { 'accept-encoding': 'br, gzip;q=0' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(gunzipSync(answer.rawPayload).toString()).toBe(plain.body)
})

test('R35 the policy of a drawn page is that of every other', async () => {
  const policy = 'content-security-policy'
  expect((await app.call('GET', '/')).headers[policy]).toBe((await app.call('GET', '/terms')).headers[policy])
})

test('R62 what programs ask for is no page where there is none', async () => {
  for (const url of ['/metrics', '/metrics/', '/metrics?format=text', '/api/nothing', '/assets/nothing.js']) {
    const answer = await app.call('GET', url)
    expect([url, answer.statusCode, answer.json().error]).toEqual([url, 404, 'NOT_FOUND'])
  }
})

test('the icon that browsers ask for where a page names none is the logo', async () => {
  const answer = await app.call('GET', '/favicon.ico')
  expect([answer.statusCode, answer.headers.location]).toEqual([301, '/logo.svg'])
})

test('R35 the service worker is asked for again by each visit, and works under the policy of the pages', async () => {
  const { statusCode, body, headers } = await app.call('GET', '/service-worker.js')
  expect([statusCode, body]).toEqual([200, 'the worker'])
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringMatching(/^(text|application)\/javascript/),
    'content-security-policy': expect.stringContaining("worker-src 'self'"),
  })
})

test('R35 the offline page comes with the policy of the pages and without a line about maintenance', async () => {
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

test('where the offline page is off browsers are sent a worker that forgets it and itself', async () => {
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
