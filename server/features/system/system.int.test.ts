import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { localFileStore } from '#server/platform/files/local-file-store.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'

const never = <T>() => new Promise<T>(() => {})
const soon = { timeout: 15_000, interval: 100 }

async function readiness(app: TestApp) {
  const answer = await app.call('GET', '/api/health/ready')
  const { status, dependencies } = answer.json()
  const stateOf = (name: string) => dependencies.find((one: { name: string }) => one.name === name)?.state
  return { code: answer.statusCode, retryAfter: answer.headers['retry-after'], status, stateOf }
}

describe('R65 readiness', () => {
  test('R65 answers within a second and takes no replica out while what is not vital hangs, and names it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'verdaccord-hanging-'))
    const store = { ...localFileStore(folder), ping: () => never<void>() }
    const scanner = { scan: () => never<'clean'>(), state: () => never<'ok'>() }
    const app = await testApp({ store, scanner })
    app.services.identity.health = () => never()
    const began = performance.now()
    const { code, status, stateOf } = await readiness(app)
    expect(performance.now() - began).toBeLessThan(1_000)
    expect([code, status]).toEqual([200, 'degraded'])
    expect(['database', 'documents', 'identity', 'malware scan'].map(stateOf)).toEqual([
      'ok',
      'down',
      'down',
      'down',
    ])
    const person = await app.signIn()
    expect((await person.call('GET', '/api/user/profile')).statusCode).toBe(200)
    await rm(folder, { recursive: true })
  })

  test('R65 takes a process out whose database takes no writes, and back in afterwards', async () => {
    const app = await testApp()
    expect((await readiness(app)).code).toBe(200)
    await app.database.pool.query(
      `create function fault() returns trigger as $$ begin raise exception 'fault' using errcode = '25006'; end $$ language plpgsql;
       create trigger fault before insert or update on rate_limits for each row execute function fault()`,
    )
    await vi.waitFor(async () => {
      const { code, retryAfter, status, stateOf } = await readiness(app)
      expect([code, status, stateOf('database')]).toEqual([503, 'unavailable', 'down'])
      expect(Number(retryAfter)).toBeGreaterThan(0)
    }, soon)
    await app.database.pool.query('drop function fault() cascade')
    await vi.waitFor(async () => expect((await readiness(app)).code).toBe(200), soon)
  })

  test('R65 says that the process drains, while it serves', async () => {
    const app = await testApp()
    app.drain()
    expect(await readiness(app)).toMatchObject({ code: 503, status: 'draining' })
    expect((await app.call('GET', '/api/health/live')).statusCode).toBe(200)
    expect((await app.call('GET', '/api/site')).statusCode).toBe(200)
  })
})

describe('the description of the interface', () => {
  test('is compressed, kept by who asks, and asked for again by its tag', async () => {
    const app = await testApp()
    const plain = await app.call('GET', '/api/openapi.json')
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=1.0, zstd', 'br'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
    ] as const) {
      const headers = { 'accept-encoding': accepted }
      const small = await app.call('GET', '/api/openapi.json', undefined, headers)
      expect(small.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(small.rawPayload.length * 5).toBeLessThan(plain.rawPayload.length)
      const open = encoding === 'br' ? brotliDecompressSync : gunzipSync
      expect(open(small.rawPayload).toString()).toBe(plain.body)
    }
    for (const accepted of ['zstd', 'br;q=0', 'brotli, xgzip'])
      expect(
        (await app.call('GET', '/api/openapi.json', undefined, { 'accept-encoding': accepted })).body,
      ).toBe(plain.body)
    expect(plain.headers['cache-control']).toMatch(/max-age=\d+/)
    const etag = String(plain.headers.etag)
    const known = await app.call('GET', '/api/openapi.json', undefined, { 'if-none-match': etag })
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag])
    const other = await app.call('GET', '/api/openapi.json', undefined, { 'if-none-match': 'W/"other"' })
    expect(other.statusCode).toBe(200)
  })

  test('R54 is limited for each address', async () => {
    const app = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const statuses = []
    for (let call = 0; call < 31; call++)
      statuses.push((await app.call('GET', '/api/openapi.json')).statusCode)
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200))
    expect(statuses[30]).toBe(429)
  })
})

test('what renders mails is loaded before a change begins, and by no reading', async () => {
  const app = await testApp()
  let loads = 0
  app.services.mailer.load = async () => void loads++
  for (const [method, path, after] of [
    ['GET', '/api/site', 0],
    ['POST', '/api/bug-report', 1],
    ['GET', '/api/auth/login', 2],
    ['POST', '/api/documents/selfie', 2],
  ] as const) {
    await app.call(method, path, method === 'POST' ? {} : undefined)
    expect([path, loads]).toEqual([path, after])
  }
})

describe('/.well-known/security.txt', () => {
  const read = async (app: TestApp) => {
    const { statusCode, headers, body } = await app.call('GET', '/.well-known/security.txt')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const lines = body.trimEnd().split('\n')
    return Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2)))
  }

  test.each([
    [{}, 'mailto:support@verdaccord.example'],
    [{ COMPANY_SUPPORT_EMAIL: 'help@example.org' }, 'mailto:help@example.org'],
    [{ SECURITY_CONTACT: 'security@example.org' }, 'mailto:security@example.org'],
    [{ SECURITY_CONTACT: 'https://example.org/report' }, 'https://example.org/report'],
  ])('with %j names %s, for less than a year', async (env, contact) => {
    const app = await testApp({ env: { PUBLIC_URL: 'https://localhost', ...env } })
    const { Contact, Expires, Canonical } = await read(app)
    expect([Contact, Canonical]).toEqual([contact, 'https://localhost/.well-known/security.txt'])
    const days = (Date.parse(Expires ?? '') - app.clock.now.getTime()) / 86_400_000
    expect([days > 100, days < 365]).toEqual([true, true])
  })
})
