import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { takesRole } from '#domain/roles/held-roles.ts'
import { maintenance as command } from '#server/commands/maintenance.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { submitted, uploadPicture } from '#server/testing/journeys.ts'
import { sampleCall } from '#server/testing/sample-calls.ts'
import { rowsOf } from '#server/testing/snapshots.ts'

const BANNER = 'We’re doing maintenance'

async function webRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'verdaccord-web-'))
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><html><body class="x"><div id="root"></div></body></html>',
  )
  await writeFile(
    `${root}.drawn.json`,
    JSON.stringify({ '/login': '<html><body>drawn {{answers}}</body></html>' }),
  )
  return root
}
const turn = async (app: TestApp, word: 'on' | 'off') => {
  const { database, config } = app
  const noFiles = () => Promise.reject(new Error('Maintenance needs no documents'))
  const work = command.parse([word])
  return work?.({ database, config, now: () => app.clock.now, openFiles: noFiles })
}

describe('maintenance by the environment variable', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ env: { MAINTENANCE: '1' }, webRoot: await webRoot() })
  })

  test('every change is refused with 503 and when to retry, no matter who calls', async () => {
    const changing = ENDPOINTS.filter(({ method }) => method !== 'GET')
    expect(changing.length).toBeGreaterThan(50)
    for (const { method, path } of changing) {
      const answer = await app.call(method as 'POST', path.replace(/:\w+/g, '1'), {})
      expect([path, answer.statusCode, answer.headers['retry-after']]).toEqual([path, 503, '60'])
      expect(answer.json()).toMatchObject({ error: 'UNAVAILABLE', message: expect.stringContaining(BANNER) })
    }
    // An operator has nothing to do about it.
    expect(app.logged.filter((line) => /"err":|request failed/.test(line))).toEqual([])
    expect(app.logged.join('\n')).toContain('request refused')
  })

  test('signing in leads to the page that says so, and leaves nothing', async () => {
    for (const path of ['/api/auth/login', '/api/auth/callback?code=x&state=y', '/api/auth/logout']) {
      const answer = await app.call('GET', path)
      expect([path, answer.statusCode, answer.headers.location]).toEqual([
        path,
        302,
        '/error?status=503&message=maintenance',
      ])
    }
    expect((await app.database.pool.query('select from sign_in_attempts')).rows).toEqual([])
  })

  test('every page says so, and health stays as it is', async () => {
    for (const path of ['/', '/login', '/profile', '/nothing-here', '/api/docs']) {
      const page = await app.call('GET', path, undefined, { 'accept-encoding': 'gzip, br' })
      expect([path, page.body.includes(BANNER)]).toEqual([path, true])
      expect(page.headers['content-length']).toBe(String(Buffer.byteLength(page.body)))
    }
    await expect.poll(async () => (await app.call('GET', '/api/health/ready')).statusCode).toBe(200)
  })

  test('a transaction is refused, and so is a read that is recorded', async () => {
    await expect(app.services.database.transaction(async () => 1)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
  })
})

/** Shows or sends something about a person and records to whom: nothing is shown unrecorded (security R24). */
const RECORDED = [
  '/api/admin/erasures',
  '/api/admin/complaints',
  '/api/admin/legal-holds',
  '/api/admin/users',
  '/api/admin/users/export.csv',
  '/api/admin/search',
  '/api/admin/users/:id',
  '/api/admin/user-activity',
  '/api/admin/users/:id/sign-ins',
  '/api/admin/users/:id/sessions',
  '/api/admin/users/:id/events',
  '/api/admin/audit',
  '/api/admin/audit/export',
  '/api/admin/users/:id/kyc-case',
  '/api/admin/users/:id/screening',
  '/api/admin/screening',
  '/api/admin/screening/matches/:id/report',
  '/api/admin/users/:id/support',
  '/api/admin/queue',
  '/api/admin/beta-invites',
  '/api/admin/clients',
  '/api/admin/invoices',
  '/api/admin/invoices/export.csv',
]

describe('maintenance by command', () => {
  test('R24 staff can read what is not recorded; the rest is refused with a message, also the second time', async () => {
    const app = await testApp()
    const boss = await app.signIn({ role: 'superAdmin' })
    const { id } = await submitted(await app.signIn({ name: 'Amara Okafor' }))
    await turn(app, 'on')
    await expect.poll(() => app.services.maintenance.isOn()).toBe(true)
    const seen = await app.database.pool.query('select max(id) from events')
    const refused: string[] = []
    const staffs = ENDPOINTS.filter(({ method, access }) => method === 'GET' && takesRole(access))
    for (const endpoint of staffs) {
      const { url } = sampleCall(endpoint, id)
      const [first, second] = [await boss.call('GET', url), await boss.call('GET', url)]
      expect([url, second.statusCode, second.statusCode < 500]).toEqual([
        url,
        first.statusCode,
        first.statusCode !== 503,
      ])
      if (first.statusCode !== 503) continue
      refused.push(endpoint.path)
      for (const answer of [first, second]) {
        expect([url, answer.json().message]).toEqual([
          url,
          expect.stringContaining('We record who opens this'),
        ])
        expect(answer.headers['retry-after']).toBe('60')
      }
    }
    expect(refused.sort()).toEqual([...RECORDED].sort())
    const home = (await boss.call('GET', '/api/staff/home')).json()
    expect(home).toMatchObject({ queue: { waiting: 1 }, next: null })
    expect(JSON.stringify(home)).not.toContain('Okafor')
    expect((await app.database.pool.query('select max(id) from events')).rows).toEqual(seen.rows)
  })

  test('people can still read but change nothing, until it is off', async () => {
    const app = await testApp({ webRoot: await webRoot() })
    const person = await app.signIn()
    expect((await uploadPicture(person, 'selfie')).statusCode).toBe(200)
    expect((await app.call('GET', '/')).body).not.toContain(BANNER)
    const before = await rowsOf(app.database, person.id)

    expect(await turn(app, 'on')).toEqual({ says: 'Maintenance is on now.' })
    expect(await turn(app, 'on')).toEqual({ says: 'Maintenance is on already.' })
    await expect.poll(async () => (await uploadPicture(person, 'selfie')).statusCode).toBe(503)
    const held = await rowsOf(app.database, person.id)
    expect((await person.call('GET', '/api/documents')).json().documents).toHaveLength(1)
    expect(
      (await person.call('PUT', '/api/onboarding/consumer/draft', { draft: {}, revision: 0 })).statusCode,
    ).toBe(503)
    expect((await app.call('GET', '/')).body).toContain(BANNER)
    expect((await person.call('GET', '/api/documents')).headers['x-maintenance']).toBe('1')
    expect(await rowsOf(app.database, person.id)).toEqual(held)
    expect(before.length).toBeGreaterThan(0)

    expect(await turn(app, 'off')).toEqual({ says: 'Maintenance is off now.' })
    await expect.poll(async () => (await uploadPicture(person, 'selfie')).statusCode).toBe(200)
    expect((await person.call('GET', '/api/documents')).headers['x-maintenance']).toBeUndefined()
    const events = await app.database.pool.query(
      "select type from events where type like 'maintenance.%' order by id",
    )
    expect(events.rows.map(({ type }) => type)).toEqual(['maintenance.started', 'maintenance.ended'])
  })
})
