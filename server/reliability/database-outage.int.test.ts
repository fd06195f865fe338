import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { soon } from '#server/testing/soon.ts'
import { newDeployment, ON_POSTGRES } from './testing/deployment.ts'
import { ownPostgres } from './testing/own-postgres.ts'
import { seedPeople } from './testing/people.ts'
import { saysReady, startScript, startServer } from './testing/process.ts'

/** The 5 s of security B04 if there is time. */
const OUTAGE_MS = process.env.RELIABILITY_ROUNDS ? 5_000 : 1_500
const EVERY_MS = 20

describe.skipIf(!ON_POSTGRES)('a PostgreSQL that crashes (PGlite is part of the process)', () => {
  test('B04 causes 503 and a time to wait, ends nothing, and loses nothing acknowledged', async () => {
    const postgres = await ownPostgres()
    const deployment = await newDeployment({ databaseUrl: postgres.url })
    const people = await deployment.inspect((database) => seedPeople(database, { count: 10 }))
    const server = await startServer(deployment.env)

    // Each person saves a draft repeatedly, and reads in between: together 50 requests a second.
    const saved = new Map(people.map(({ id }) => [id, 0]))
    const seen: { status: number; retryAfter: string | null; body: string }[] = []
    let isOver = false
    const ask = async (...[method, path, options]: Parameters<typeof server.call>) => {
      const answer = await server.call(method, path, options)
      const body = await answer.text()
      const { status } = answer
      seen.push({ status, retryAfter: answer.headers.get('retry-after'), body })
      return { status, body }
    }
    const working = people.map(async ({ id, cookie }) => {
      while (!isOver) {
        await delay(EVERY_MS * people.length)
        await ask('GET', '/api/auth/profile', { cookie })
        const revision = saved.get(id) ?? 0
        const body = { draft: { firstName: `Ada ${revision}` }, revision }
        const { status, body: text } = await ask('PUT', '/api/onboarding/consumer/draft', { cookie, body })
        if (status === 200) saved.set(id, JSON.parse(text).revision)
        // An earlier save succeeded without an answer: continue from its revision.
        else if (status === 409) saved.set(id, JSON.parse(text).conflict.version)
      }
    })

    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(3 * people.length), soon)
    await postgres.crash()
    await delay(OUTAGE_MS)
    await vi.waitFor(async () => {
      const ready = await server.call('GET', '/api/health/ready')
      expect([ready.status, (await ready.json()).status]).toEqual([503, 'unavailable'])
    }, soon)
    expect((await server.call('GET', '/api/health/live')).status).toBe(200)
    await postgres.start()
    // Some may still be refused until the process has reached its database, and no one after that.
    const restarted = seen.length
    const isRefused = ({ status }: { status: number }) => status >= 400 && status !== 409
    await vi.waitFor(() => {
      expect(seen.length).toBeGreaterThan(restarted + 4 * people.length)
      expect(seen.slice(-4 * people.length).filter(isRefused)).toEqual([])
    }, soon)
    const well = seen.length
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(well + 8 * people.length), soon)
    isOver = true
    await Promise.all(working)

    const failed = seen.filter(isRefused)
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([503]))
    for (const { retryAfter, body } of failed) {
      expect(Number(retryAfter)).toBeGreaterThan(0)
      expect(JSON.parse(body)).toMatchObject({ error: 'UNAVAILABLE' })
    }
    expect(failed.length).toBeGreaterThan(0)
    expect(seen.slice(well).filter(isRefused)).toEqual([])
    await vi.waitFor(
      async () => expect((await server.call('GET', '/api/health/ready')).status).toBe(200),
      soon,
    )

    const drafts = await deployment.inspect(
      async ({ pool }) =>
        (await pool.query<{ id: string; revision: number }>('select user_id as id, revision from drafts'))
          .rows,
    )
    for (const { id, revision } of drafts) expect(revision).toBe(saved.get(Number(id)))
    expect(drafts).toHaveLength(people.length)
    const { code, output } = await server.stop()
    expect(code).toBe(0)
    // Not one of each queue at each poll.
    expect(output).not.toContain('The job queue met an error')
    expect(output.split('The job queue can’t reach the database').length).toBeLessThanOrEqual(2)
  })

  test('B04 a server that starts before its database waits for it', async () => {
    const postgres = await ownPostgres()
    const { env } = await newDeployment({ databaseUrl: postgres.url })
    await postgres.crash()
    const starting = startScript('main', [], { ...env, PORT: '0', LOG_LEVEL: 'warn' })
    await vi.waitFor(() => expect(starting.output()).toContain('the start waits for it'), soon)
    await postgres.start()
    await saysReady(starting)
    expect(await starting.stop()).toMatchObject({ code: 0 })
  })

  test('B04 a server whose database refuses it says so and exits', async () => {
    const postgres = await ownPostgres()
    const { env } = await newDeployment({ databaseUrl: `${postgres.url}-that-is-missing` })
    await expect(startServer(env)).rejects.toThrow('Verdaccord cannot start')
  })
})
