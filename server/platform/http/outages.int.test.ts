import { describe, expect, inject, test, vi } from 'vitest'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { FreeSpaceGuard } from '#server/platform/files/free-space.ts'
import { testApp } from '#server/testing/app.ts'
import { uploadPicture } from '#server/testing/journeys.ts'
import { administer } from '#server/testing/postgres.ts'
import { addressOf } from '#server/testing/sample-calls.ts'
import { filesIn, rowsOf } from '#server/testing/snapshots.ts'
import { soon } from '#server/testing/soon.ts'

/** Reads that record who looked. */
const RECORDED = [
  '/api/admin/users',
  '/api/admin/users/export.csv',
  '/api/admin/audit/export',
  '/api/admin/screening',
  '/api/admin/invoices/export.csv',
]

describe('R65 a full store', () => {
  test('R65 refuses every write with 503 and when to retry, still serves reads, says so, and recovers by itself', async () => {
    const clock = { now: 0 }
    let free = 10_000
    const measure = async () => ({ bavail: free, bsize: 1_000_000 })
    const app = await testApp({ space: new FreeSpaceGuard('/', { measure, now: () => clock.now }) })
    const person = await app.signIn({ role: 'admin' })
    await uploadPicture(person, 'selfie')
    const { documentUrl } = (await person.call('GET', '/api/documents')).json().documents[0]
    const before = [await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]

    free = 200
    clock.now += 2000
    for (const { method, path } of ENDPOINTS.filter((endpoint) => endpoint.method !== 'GET')) {
      const answer = await person.call(method, addressOf({ path } as (typeof ENDPOINTS)[number], person.id))
      expect([path, answer.statusCode, answer.json().error]).toEqual([path, 503, 'STORAGE_FULL'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect([await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]).toEqual(before)
    for (const url of [
      '/api/user/profile',
      '/api/verification/status',
      documentUrl,
      '/api/admin/users',
      '/api/health/live',
    ])
      expect([url, (await person.call('GET', url)).statusCode]).toEqual([url, 200])
    await vi.waitFor(async () => {
      const ready = await app.call('GET', '/api/health/ready')
      expect([ready.statusCode, ready.json().status]).toEqual([503, 'unavailable'])
      expect(ready.json().dependencies).toContainEqual({ name: 'documents', state: 'full' })
    }, soon)

    free = 10_000
    clock.now += 2000
    expect((await uploadPicture(person, 'selfie')).statusCode).toBe(200)
    await vi.waitFor(
      async () => expect((await app.call('GET', '/api/health/ready')).statusCode).toBe(200),
      soon,
    )
  })
})

describe('R61 the database is down', () => {
  test('R61 every call is 503 with when to retry, and neither grants nor reveals anything', async () => {
    const app = await testApp()
    const person = await app.signIn({ role: 'superAdmin' })
    // A pool whose connections end at a closed port, as after a crash of the server.
    const { pool } = app.database
    const connect = pool.connect.bind(pool)
    const refused = () =>
      Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    pool.connect = ((done?: (error: Error) => void) =>
      done ? done(refused()) : Promise.reject(refused())) as typeof pool.connect
    app.logged.length = 0
    try {
      for (const endpoint of ENDPOINTS.filter(({ access }) => access !== 'public')) {
        const answer = await person.call(endpoint.method, addressOf(endpoint, 1))
        expect([endpoint.path, answer.statusCode]).toEqual([endpoint.path, 503])
        expect(answer.json()).toEqual({
          error: 'UNAVAILABLE',
          message: expect.any(String),
          retryAfter: expect.any(Number),
          requestId: expect.any(String),
        })
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
        // Not the whole body, because an id of random digits may contain the port's.
        expect(answer.json().message).not.toMatch(/ECONN|5432|at .*\.ts|select/i)
      }
      expect((await person.call('GET', '/api/auth/user')).statusCode).toBe(503)
      const token = 'x'.repeat(43)
      for (const url of [
        '/api/auth/login',
        `/api/hosted-invoices/${token}/open`,
        `/api/invitations/${token}/open`,
      ]) {
        const visit = await app.call('GET', url, undefined, { 'sec-fetch-mode': 'navigate' })
        expect([url, visit.statusCode, visit.headers.location]).toEqual([url, 302, '/error?status=503'])
        expect(Number(visit.headers['retry-after'])).toBeGreaterThan(0)
      }
      expect((await app.call('GET', '/api/health/live')).statusCode).toBe(200)
      const ready = await app.call('GET', '/api/health/ready')
      expect(ready.statusCode).toBe(503)
      expect(ready.json().dependencies).toContainEqual({ name: 'database', state: 'down' })
    } finally {
      pool.connect = connect
    }
    const failures = app.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed')
    expect(failures.length).toBeGreaterThan(ENDPOINTS.length / 2)
    for (const { err, level, code, reason } of failures)
      expect([err, level, code, reason]).toEqual([undefined, 50, 'UNAVAILABLE', 'nothing listens there'])
    expect((await person.call('GET', '/api/user/profile')).statusCode).toBe(200)
  })
})

describe('R61 a database that accepts no writes', () => {
  test.each([
    ['25006', 'read-only'],
    ['53100', 'full'],
    ['53200', 'out of memory'],
    ['53300', 'out of connections'],
    ['57014', 'cancelling'],
    ['57P01', 'being stopped'],
  ])('R61 %s (%s) is 503 with when to retry and logged as an error, and reading works', async (code) => {
    const app = await testApp()
    const person = await app.signIn()
    await app.database.pool.query(
      `create function fault() returns trigger as $$ begin raise exception 'fault' using errcode = '${code}'; end $$ language plpgsql;
       create trigger fault before insert or update on drafts for each row execute function fault()`,
    )
    const draft = { draft: { firstName: 'Ada' }, revision: 0 }
    app.logged.length = 0
    const refused = await person.call('PUT', '/api/onboarding/consumer/draft', draft)
    expect([refused.statusCode, refused.json().error]).toEqual([503, 'UNAVAILABLE'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.body).not.toMatch(/fault|SQL|raise/)
    const failures = app.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed')
    expect(failures.map(({ level }) => level)).toEqual([50])
    expect((await person.call('GET', '/api/user/profile')).statusCode).toBe(200)
    await app.database.pool.query('drop function fault() cascade')
    expect((await person.call('PUT', '/api/onboarding/consumer/draft', draft)).statusCode).toBe(200)
  })
})

describe.skipIf(inject('postgresUrl') === undefined)('R61 a database that was made read-only', () => {
  test('R61 answers everything that only reads, signed in and counted or not, and accepts changes again by itself', async () => {
    const app = await testApp()
    const { pool } = app.database
    const person = await app.signIn()
    const admin = await app.signIn({ role: 'superAdmin' })
    // Readiness itself says, once it has checked, that nothing can be written.
    const reads = ENDPOINTS.filter(
      ({ method, path }) => method === 'GET' && !path.includes(':') && path !== '/api/health/ready',
    )
    const readAll = async () => {
      const statuses = new Map<string, number>()
      for (const { access, path } of reads) {
        const caller = access === 'public' ? app : ['user', 'applicant'].includes(access) ? person : admin
        statuses.set(path, (await caller.call('GET', path)).statusCode)
      }
      return statuses
    }
    const before = await readAll()
    const draft = { draft: { firstName: 'Ada' }, revision: 0 }
    const save = async () => (await person.call('PUT', '/api/onboarding/consumer/draft', draft)).statusCode

    const { rows } = await pool.query<{ name: string }>('select current_database() as name')
    const server = inject('postgresUrl')?.replace('DATABASE', 'postgres') ?? ''
    const name = rows[0]?.name ?? ''
    await administer(server, `alter database ${name} set default_transaction_read_only = on`)
    await administer(
      server,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    )
    // Each session was last used long enough ago that its use would be written.
    app.clock.now = new Date(app.clock.now.getTime() + 5 * 60_000)
    await vi.waitFor(
      async () => expect((await person.call('GET', '/api/user/profile')).statusCode).toBe(200),
      soon,
    )
    const during = await readAll()
    const refused = [...before.keys()].filter((path) => before.get(path) === 200 && during.get(path) !== 200)
    expect(refused.map((path) => [path, during.get(path)]).sort()).toEqual(
      RECORDED.map((path) => [path, 503]).sort(),
    )
    expect(await save()).toBe(503)

    // Connections that are still read-only are renewed by the first write that is refused.
    await administer(server, `alter database ${name} reset default_transaction_read_only`)
    await vi.waitFor(async () => expect(await save()).toBe(200), soon)
  })
})

describe('R65 health', () => {
  test('R65 names each dependency and its state, and neither addresses nor versions', async () => {
    const app = await testApp()
    const answer = await vi.waitFor(async () => {
      const ready = await app.call('GET', '/api/health/ready')
      expect(ready.statusCode).toBe(200)
      return ready
    }, soon)
    expect(Object.keys(answer.json()).sort()).toEqual(['dependencies', 'status'])
    for (const dependency of answer.json().dependencies) {
      expect(Object.keys(dependency).sort()).toEqual(['name', 'state'])
      expect(`${dependency.name}${dependency.state}`).not.toMatch(/\d|\/|localhost/)
    }
  })
})
