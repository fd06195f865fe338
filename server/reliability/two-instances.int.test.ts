import { describe, expect, test } from 'vitest'
import { ANSWERS } from '#server/testing/journeys.ts'
import { newDeployment, ON_POSTGRES } from './testing/deployment.ts'
import { seedPeople } from './testing/people.ts'
import { startServer } from './testing/process.ts'

describe.skipIf(!ON_POSTGRES)('two instances on one PostgreSQL (PGlite serves one process)', () => {
  test('B16 share sessions, roles and limits, and one continues when the other dies', async () => {
    const deployment = await newDeployment({ env: { RATE_LIMIT_FACTOR: '1' } })
    const { admin, person, busy } = await deployment.inspect(async (database) => {
      const [admin] = await seedPeople(database, { count: 1, role: 'admin' })
      const [person, busy] = await seedPeople(database, { count: 2, prepared: true })
      if (!admin || !person || !busy) throw new Error('Three people were seeded')
      return { admin, person, busy }
    })
    const [a, b] = await Promise.all([startServer(deployment.env), startServer(deployment.env)])
    const statuses = async (path: string, cookie: string) => [
      (await a.call('GET', path, { cookie })).status,
      (await b.call('GET', path, { cookie })).status,
    ]
    expect(await statuses('/api/auth/profile', person.cookie)).toEqual([200, 200])

    expect(await statuses('/api/admin/users', admin.cookie)).toEqual([200, 200])
    await deployment.inspect(({ pool }) =>
      pool.query('update users set is_admin = false where id = $1', [admin.id]),
    )
    expect(await statuses('/api/admin/users', admin.cookie)).toEqual([403, 403])

    await a.call('GET', '/api/auth/logout', { cookie: admin.cookie })
    expect(await statuses('/api/auth/profile', admin.cookie)).toEqual([401, 401])

    // 60 changes a minute: the two together accept as many as one alone would.
    const changes = Array.from({ length: 80 }, (_, i) =>
      (i % 2 ? a : b).call('POST', '/api/user/create', { cookie: busy.cookie, body: {} }),
    )
    const allowed = (await Promise.all(changes)).filter(({ status }) => status !== 429)
    expect(allowed.length).toBeGreaterThanOrEqual(54)
    expect(allowed.length).toBeLessThanOrEqual(66)

    // The same submission to both at once is one; its mail is one job.
    const both = await Promise.all(
      [a, b].map((server) =>
        server.call('POST', '/api/onboarding/kyc', { cookie: person.cookie, body: ANSWERS }),
      ),
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200])

    await a.kill()
    const survivor = await b.call('GET', '/api/onboarding/consumer/case', { cookie: person.cookie })
    expect(await survivor.json()).toMatchObject({ case: { state: 'submitted' } })
    expect((await b.stop()).code).toBe(0)
    const mails = await deployment.inspect(
      async ({ pool }) => (await pool.query('select 1 from mails where user_id = $1', [person.id])).rowCount,
    )
    expect(mails).toBe(1)
  })
})
