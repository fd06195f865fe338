import { beforeAll, describe, expect, test, vi } from 'vitest'
import { localFileStore } from '#server/platform/files/local-file-store.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { soon } from '#server/testing/soon.ts'
import { UPLOADS } from '#server/testing/uploads.ts'

const TOKEN = 'Kq3vX9mTz7LpW2sRb8NdYf4HcJg6Ua5E'
const withToken = { authorization: `Bearer ${TOKEN}` }

interface Told {
  /** The value of a series, with its labels in the order of the text; undefined if there is none. */
  of(series: string): number | undefined
  lines: string[]
}

function told(text: string): Told {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  const values = new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
  return { of: (series) => values.get(series), lines }
}

let app: TestApp
const scrape = async (from = app) => told((await from.call('GET', '/metrics', undefined, withToken)).body)
/** The state is read after a scrape, for the next one. */
const scrapeUntil = (check: (metrics: Told) => void) => vi.waitFor(async () => check(await scrape()), soon)
beforeAll(async () => {
  app = await testApp({ env: { METRICS_TOKEN: TOKEN } })
})

describe('metrics on the main port', () => {
  test('are given to requests with the token, and are a 404 to anyone else', async () => {
    const answer = await app.call('GET', '/metrics', undefined, withToken)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=/),
    ])
    const nowhere = await app.call('GET', '/nowhere')
    for (const authorization of ['', 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN]) {
      const refused = await app.call('GET', '/metrics', undefined, { authorization })
      expect([authorization, refused.statusCode]).toEqual([authorization, 404])
      expect(Object.keys(refused.json())).toEqual(Object.keys(nowhere.json()))
    }
    const other = await testApp()
    expect((await other.call('GET', '/metrics', undefined, withToken)).statusCode).toBe(404)
  })

  test('count answers by route pattern, method and status, and their times', async () => {
    const person = await app.signIn()
    const label = 'method="GET",route="/api/user/profile"'
    const before = (await scrape()).of(`verdaccord_http_requests_total{${label},status="200"}`) ?? 0
    for (let call = 0; call < 3; call++) await person.call('GET', '/api/user/profile')
    await app.call('GET', '/api/user/profile')
    const metrics = await scrape()
    expect(metrics.of(`verdaccord_http_requests_total{${label},status="200"}`)).toBe(before + 3)
    expect(metrics.of(`verdaccord_http_requests_total{${label},status="401"}`)).toBe(1)
    const count = metrics.of(`verdaccord_http_request_duration_seconds_count{${label}}`)
    expect(count).toBe(before + 4)
    expect(metrics.of(`verdaccord_http_request_duration_seconds_bucket{${label},le="+Inf"}`)).toBe(count)
    expect(metrics.of(`verdaccord_http_request_duration_seconds_sum{${label}}`)).toBeGreaterThan(0)
  })

  test('have the same number of series however many addresses strangers try', async () => {
    const seriesNow = async () => (await scrape()).lines.filter((line) => line.includes('_http_')).length
    await app.call('GET', '/nowhere')
    await app.call('GET', '/api/admin/users/1')
    await app.server.inject({ method: 'PROPFIND' as 'GET', url: '/nowhere' })
    await scrape()
    const before = await seriesNow()
    for (let address = 0; address < 50; address++) {
      await app.call('GET', `/nowhere/${address}?${address}`)
      await app.call('GET', `/api/admin/users/${address}`)
      await app.server.inject({ method: 'MKCOL' as 'GET', url: `/${address}` })
    }
    expect(await seriesNow()).toBe(before)
  })

  test('count sign-ins by outcome', async () => {
    const before = await scrape()
    await app.call('GET', '/api/auth/callback?state=unknown&code=1')
    const after = await scrape()
    const notCompleted = 'verdaccord_sign_ins_total{result="not_completed"}'
    expect(after.of(notCompleted)).toBe((before.of(notCompleted) ?? 0) + 1)
    expect(after.of('verdaccord_sign_ins_total{result="provider_failed"}')).toBe(0)
  })

  test('include the process’s own: event loop, connections, dependencies, memory', async () => {
    const metrics = await scrape()
    expect(metrics.of('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(metrics.of('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
    expect(metrics.of('verdaccord_database_connections{state="waiting"}')).toBe(0)
    expect(metrics.of('verdaccord_database_pool_size')).toBeGreaterThan(0)
    await app.call('GET', '/api/health/ready')
    await scrapeUntil((told) => expect(told.of('verdaccord_dependency_up{dependency="database"}')).toBe(1))
  })
})

describe('the figures of the installation', () => {
  test('are read in the background: mails, cases by promise, lists and free space', async () => {
    const { rows } = await app.database.pool.query<{ id: number }>(
      `insert into users (issuer, auth0_id, created_at, updated_at)
       select 'i', 'metrics' || n, now(), now() from generate_series(1, 3) n returning id`,
    )
    const at = app.clock.now
    const ago = (ms: number) => new Date(at.getTime() - ms)
    const cases = [
      ['submitted', ago(-3_600_000)],
      ['submitted', ago(3_600_000)],
      ['approved', ago(9_000_000)],
    ] as const
    for (const [index, [state, dueAt]] of cases.entries())
      await app.database.pool.query(
        `insert into cases (user_id, kind, state, version, round, round_limit, items, due_at, created_at, updated_at)
         values ($1, 'consumer', $2, 1, 1, 3, '{}', $3, $4, $4)`,
        [rows[index]?.id, state, dueAt, at],
      )
    await app.database.pool.query(
      `insert into mails (message_key, kind, to_address, subject, html, text, created_at)
       values ('metrics', 'verification-submitted', 'a@people.example', 's', 'h', 't', $1)`,
      [ago(900_000)],
    )
    await app.database.pool.query(
      `insert into sanctions_lists (source, format, version, published_on, sha256, entries, imported_at)
       values ('another', 'uk-csv', '1', '2026-03-01', 'x', 1, $1),
         ('own:banned', 'own-csv', '1', '2025-03-01', 'y', 1, $1)`,
      [at],
    )
    await app.database.pool.query(
      `insert into dead_letters (job, key, data, failed_at, tries)
       select 'copy-invoices', n::text, '{}', $1, 4 from generate_series(1, 3) n`,
      [at],
    )
    app.clock.now = new Date(at.getTime() + 700_000)
    await scrapeUntil((metrics) => {
      expect(metrics.of('verdaccord_cases_overdue')).toBe(1)
      expect(metrics.of('verdaccord_cases{kind="consumer",state="submitted",promise="kept"}')).toBe(1)
      expect(metrics.of('verdaccord_cases{kind="consumer",state="approved",promise="none"}')).toBe(1)
      expect(metrics.of('verdaccord_mails_waiting')).toBe(1)
      expect(metrics.of('verdaccord_dead_letters{job="copy-invoices"}')).toBe(3)
      expect(metrics.of('verdaccord_dead_letters{job="send-mails"}')).toBe(0)
      expect(metrics.of('verdaccord_mail_oldest_seconds')).toBe(1_600)
      // Added to the one that every test has.
      expect(metrics.of('verdaccord_sanctions_lists')).toBe(3)
      expect(metrics.of('verdaccord_sanctions_list_age_seconds{source="another"}')).toBeGreaterThan(
        9 * 86_400,
      )
      // The operator changes an in-house list whenever they want, so its age says nothing.
      expect(metrics.of('verdaccord_sanctions_list_age_seconds{source="own:banned"}')).toBeUndefined()
      expect(metrics.of('verdaccord_free_bytes')).toBeGreaterThan(0)
    })
  })

  test('block no scrape while the database hangs, fail none while it is down, and say how old they are', async () => {
    const query = app.database.pool.query
    const hanging = Promise.withResolvers<never>()
    hanging.promise.catch(() => {})
    app.database.pool.query = (() => hanging.promise) as unknown as typeof query
    try {
      app.clock.now = new Date(app.clock.now.getTime() + 60_000)
      for (let call = 0; call < 5; call++) {
        const metrics = await scrape()
        expect(metrics.of('verdaccord_cases_overdue')).toBe(1)
        expect(metrics.of('verdaccord_state_age_seconds{part="mails"}')).toBeGreaterThanOrEqual(60)
      }
      hanging.reject(new Error('The database is away'))
      await scrapeUntil((metrics) =>
        expect(metrics.of('verdaccord_state_failures_total{part="mails"}')).toBeGreaterThan(0),
      )
    } finally {
      app.database.pool.query = query
    }
  })

  test('include the queues with what waits in them, once they are open', async () => {
    const ran = Promise.withResolvers<void>()
    app.services.jobs.schedule('sweep-mails', async () => {})
    app.services.jobs.handle('build-export', {}, async () => ran.resolve())
    expect((await scrape()).of('verdaccord_job_runs_total{job="build-export",result="completed"}')).toBe(0)
    await app.services.jobs.start()
    await app.services.database.transaction((tx) =>
      app.services.jobs.enqueue(tx, 'build-export', { exportId: 'none' }),
    )
    await ran.promise
    await scrapeUntil((metrics) => {
      expect(metrics.of('verdaccord_job_runs_total{job="build-export",result="completed"}')).toBe(1)
      app.clock.now = new Date(app.clock.now.getTime() + 11_000)
      expect(metrics.of('verdaccord_queue_jobs{queue="build-export",state="waiting"}')).toBeDefined()
      expect(metrics.of('verdaccord_queue_oldest_seconds{queue="screen-case"}')).toBeDefined()
    })
  })
})

test('uploads are counted while they are in progress', async () => {
  const { promise, resolve: letThrough } = Promise.withResolvers<void>()
  const store = localFileStore(app.documentsDir)
  const slow = await testApp({
    env: { METRICS_TOKEN: TOKEN },
    store: {
      ...store,
      put: async (...all) => {
        await promise
        return store.put(...all)
      },
    },
  })
  const inFlight = async () => (await scrape(slow)).of('verdaccord_uploads_in_flight')
  expect(await inFlight()).toBe(0)
  const person = await slow.signIn()
  const [[, send]] = UPLOADS as [(typeof UPLOADS)[number]]
  const upload = send(person, { bytes: await makeJpeg(), name: 'front.jpg' })
  await vi.waitFor(async () => expect(await inFlight()).toBe(1), soon)
  letThrough()
  expect((await upload).statusCode).toBe(200)
  expect(await inFlight()).toBe(0)
})

test('METRICS_LISTEN serves them at an address of their own, and not on the main port', async () => {
  const listening = await testApp({ env: { METRICS_LISTEN: '127.0.0.1:0' } })
  await listening.server.ready()
  const { port } = listening.logged
    .map((line) => JSON.parse(line))
    .find(({ msg }) => msg === 'Metrics are told')
  const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  expect(await (await at('/metrics')).text()).toContain('verdaccord_info')
  expect((await at('/')).status).toBe(404)
  expect((await at('/metrics', { method: 'POST' })).status).toBe(404)
  expect((await listening.call('GET', '/metrics')).statusCode).toBe(404)
  const second = await testApp({ env: { METRICS_LISTEN: `127.0.0.1:${port}` } })
  await expect(second.server.ready()).rejects.toThrow(
    /METRICS_LISTEN is "127.0.0.1:\d+", expected an address/,
  )
})
