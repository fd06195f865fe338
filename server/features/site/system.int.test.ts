import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { FieldCipher } from '#server/platform/fields/field-cipher.ts'
import { localFileStore } from '#server/platform/files/local-file-store.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { soon } from '#server/testing/soon.ts'

const never = <T>() => new Promise<T>(() => {})

async function readiness(app: TestApp) {
  const answer = await app.call('GET', '/api/health/ready')
  const { status, dependencies } = answer.json()
  const stateOf = (name: string) =>
    dependencies.find((dependency: { name: string }) => dependency.name === name)?.state
  return { code: answer.statusCode, retryAfter: answer.headers['retry-after'], status, stateOf }
}

describe('R65 readiness', () => {
  test('R65 answers and keeps a replica in if an optional part never answers, and names it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'verdaccord-hanging-'))
    const store = { ...localFileStore(folder), ping: () => never<void>() }
    const scanner = { scan: () => never<'clean'>(), state: () => never<'ok'>() }
    const app = await testApp({ store, scanner })
    app.services.identity.health = () => never()
    // The database has answered by then; what hangs never does.
    await vi.waitFor(async () => expect((await readiness(app)).code).toBe(200), soon)
    const { code, status, stateOf } = await readiness(app)
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

  test('R65 takes a process out while its database accepts no writes, and back in afterwards', async () => {
    const app = await testApp()
    await vi.waitFor(async () => expect((await readiness(app)).code).toBe(200), soon)
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
    const changes = app.logged
      .map((line) => JSON.parse(line))
      .filter(({ dependency }) => dependency === 'database')
    expect(changes.map(({ msg }) => msg)).toEqual(['A dependency is down', 'A dependency is back'])
  })

  test('R65 R47 takes a process out if a key of what is stored is missing', async () => {
    const app = await testApp()
    app.reportMissingKeys()
    await vi.waitFor(async () => {
      const { code, stateOf } = await readiness(app)
      expect([code, stateOf('document keys'), stateOf('documents')]).toEqual([503, 'down', 'ok'])
    }, soon)
  })

  test('R65 R47 takes a process out that meets a key that others have, and names the key in its log', async () => {
    const app = await testApp()
    const person = await app.signIn()
    const save = { draft: { firstName: 'Ada' }, revision: 0 }
    expect((await person.call('PUT', '/api/onboarding/consumer/draft', save)).statusCode).toBe(200)
    await vi.waitFor(async () => expect((await readiness(app)).code).toBe(200), soon)
    const newer = new FieldCipher([{ id: 'k2', key: randomBytes(32) }], randomBytes)
    const sealed = newer.seal('{}', ['drafts', 'data', `${person.id}:consumer`])
    await app.database.pool.query('update drafts set data = $2 where user_id = $1', [person.id, { sealed }])
    const answer = await person.call('GET', '/api/onboarding/consumer/draft')
    expect([answer.statusCode, answer.json().error]).toEqual([503, 'UNAVAILABLE'])
    expect(answer.body).not.toContain('k2')
    expect(app.logged.join()).toContain('The master key k2 is not configured')
    await vi.waitFor(async () => {
      const { code, stateOf } = await readiness(app)
      expect([code, stateOf('document keys')]).toEqual([503, 'down'])
    }, soon)
  })

  test('R65 says that the process is draining, while it still serves', async () => {
    const app = await testApp()
    app.drain()
    expect(await readiness(app)).toMatchObject({ code: 503, status: 'draining' })
    expect((await app.call('GET', '/api/health/live')).statusCode).toBe(200)
    expect((await app.call('GET', '/api/site')).statusCode).toBe(200)
  })
})

describe('the API description', () => {
  test('is compressed, cached by the client, and revalidated by its tag', async () => {
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

test('what renders mails is loaded before a change begins, and by no read', async () => {
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

describe('R35 reports about what browsers refused', () => {
  const TOKEN = 'Kq3vX9mTz7LpW2sRb8NdYf4HcJg6Ua5E'
  const reported = (body: object) => [
    { type: 'csp-violation', age: 3, url: 'http://localhost:3000/', user_agent: 'x', body },
    { type: 'deprecation', age: 3, url: 'http://localhost:3000/', user_agent: 'x', body: { id: 'x' } },
  ]
  const send = (app: TestApp, payload: unknown, type = 'application/reports+json') =>
    // As browsers send it: without a proof of origin.
    app.server.inject({
      method: 'POST',
      url: '/api/csp-reports',
      headers: { 'content-type': type },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const VIOLATION = {
    documentURL: `http://localhost:3000/invitations/${TOKEN}?email=ada@people.example#x`,
    blockedURL: 'https://evil.test/x.js?stolen=secret',
    effectiveDirective: 'script-src-elem',
    sourceFile: 'http://localhost:3000/assets/first-a1B2.js',
    lineNumber: 7,
    sample: 'document.cookie=ada',
  }
  let shared: TestApp
  beforeAll(async () => {
    shared = await testApp()
  })
  const lines = (app: TestApp) =>
    app.logged.filter((line) => line.includes('A browser refused')).map((line) => JSON.parse(line))

  test('R35 R60 are counted and logged without people’s addresses, tokens or what was tried', async () => {
    const app = await testApp({ env: { METRICS_TOKEN: TOKEN } })
    expect((await send(app, reported(VIOLATION), 'application/reports+json; charset=utf-8')).statusCode).toBe(
      204,
    )
    const alone = {
      'document-uri': 'http://localhost:3000/admin/users/12',
      'violated-directive': "img-src 'self'",
      'blocked-uri': 'inline',
      'source-file': 'chrome-extension://abc/secret.js',
      'script-sample': 'ada@people.example',
    }
    expect((await send(app, { 'csp-report': alone }, 'application/csp-report')).statusCode).toBe(204)
    expect(lines(app)).toMatchObject([
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.test',
        page: '/invitations/:id',
        source: '/assets/first-a1B2.js',
        line: 7,
      },
      { directive: 'img-src', blocked: 'inline', page: '/admin/users/:id', source: 'chrome-extension:' },
    ])
    await send(app, reported({ ...VIOLATION, effectiveDirective: 'made-up' }))
    // More than three letters, which might occur in a request's id by chance.
    expect(app.logged.join('')).not.toMatch(/ada@|=ada|secret|stolen|Kq3v|sample/)
    const told = await app.call('GET', '/metrics', undefined, { authorization: `Bearer ${TOKEN}` })
    for (const directive of ['script-src-elem', 'img-src', 'other'])
      expect(told.body).toContain(`verdaccord_csp_reports_total{directive="${directive}"} 1`)
  })

  test.each([
    ['another type', JSON.stringify(reported(VIOLATION)), 'application/json', 415],
    ['no JSON', '[{"type":', 'application/reports+json', 400],
    ['no report', '{"csp-report":7}', 'application/csp-report', 400],
    ['more than twenty', JSON.stringify(Array(11).fill(reported(VIOLATION)).flat()), undefined, 400],
    [
      'a long address',
      JSON.stringify(reported({ documentURL: `http://a/${'x'.repeat(5000)}` })),
      undefined,
      400,
    ],
    ['too much', JSON.stringify(reported({ ...VIOLATION, sample: 'x'.repeat(40_000) })), undefined, 413],
  ])('R28 are refused with a message if they contain %s', async (_name, payload, type, status) => {
    const answer = await send(shared, payload, type)
    expect([answer.statusCode, answer.json().message.length > 10]).toEqual([status, true])
    expect(lines(shared)).toEqual([])
  })
  test('R54 are limited for each network, and do not count against people at work', async () => {
    const app = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const statuses = []
    for (let n = 0; n < 21; n++) statuses.push((await send(app, reported(VIOLATION))).statusCode)
    expect(statuses).toEqual([...Array(20).fill(204), 429])
    expect((await (await app.signIn()).call('GET', '/api/user/profile')).statusCode).toBe(200)
  })
})
