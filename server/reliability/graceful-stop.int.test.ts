import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { ANSWERS } from '#server/testing/journeys.ts'
import { soon } from '#server/testing/soon.ts'
import { newDeployment, ON_POSTGRES } from './testing/deployment.ts'
import { seedPeople } from './testing/people.ts'
import { type RunningServer, startServer } from './testing/process.ts'

interface Mail {
  to: string
}
const mailsOf = async (server: RunningServer) =>
  (await (await server.call('GET', '/dev/mailbox/messages')).json()) as Mail[]

const SUBMISSIONS = 30

/** A stop that takes longer than allowed exits with 1. */
describe('SIGTERM', () => {
  test('B17 lets submissions in progress finish, exits with 0, and their mails are sent by the next process', async () => {
    const deployment = await newDeployment({ env: { LOG_LEVEL: 'info' } })
    const people = await deployment.inspect((database) =>
      seedPeople(database, { count: SUBMISSIONS, prepared: true }),
    )
    const server = await startServer(deployment.env)
    const answers = people.map(({ cookie }) =>
      server.call('POST', '/api/onboarding/kyc', { cookie, body: ANSWERS }),
    )
    // By the first answer all have been sent.
    await Promise.race(answers)
    const exit = await server.stop()
    expect(exit).toMatchObject({ code: 0 })
    expect(exit.output).toMatch(/"signal":"SIGTERM".*The process is stopping[\s\S]*The process has stopped/)
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))

    const next = await startServer(deployment.env)
    const to = people.map(({ email }) => email).toSorted()
    expect((await mailsOf(next)).map((mail) => mail.to).toSorted()).toEqual(to)
    // The outbox marks each as sent, including those before the stop.
    await vi.waitFor(async () => {
      const mails = (await (await next.call('GET', '/dev/mailbox/messages')).json()) as { sentAt: unknown }[]
      expect(mails.filter(({ sentAt }) => sentAt === null)).toEqual([])
    }, soon)
    expect((await next.stop()).code).toBe(0)
  })

  test('B17 says that it is draining before it stops, and serves everyone meanwhile', async () => {
    const { env } = await newDeployment({ env: { DRAIN_SECONDS: '8' } })
    const server = await startServer(env)
    const exit = server.stop()
    await vi.waitFor(async () => {
      const ready = await server.call('GET', '/api/health/ready')
      expect([ready.status, (await ready.json()).status]).toEqual([503, 'draining'])
    }, soon)
    // A connection of its own: new ones are still accepted.
    expect((await server.call('GET', '/api/site', { headers: { connection: 'close' } })).status).toBe(200)
    expect((await server.call('GET', '/api/health/live')).status).toBe(200)
    expect(await exit).toMatchObject({ code: 0 })
  })

  test('B17 exits with 0 immediately after the ready line', async () => {
    const { env } = await newDeployment()
    const server = await startServer(env)
    expect(await server.stop()).toMatchObject({ code: 0, signal: null })
  })

  test('B17 is not delayed by clients that send or read nothing', async () => {
    const deployment = await newDeployment()
    const [person] = await deployment.inspect((database) => seedPeople(database, { count: 1 }))
    if (!person) throw new Error('One person was seeded')
    const server = await startServer(deployment.env)
    const body = new FormData()
    body.append('documentType', 'other')
    const picture = await makeJpeg({ width: 3000, height: 2000, isNoise: true })
    body.append('file', new Blob([new Uint8Array(picture)]), 'big.jpg')
    const { cookie } = person
    const stored = await server.call('POST', '/api/uploads/kyc-document-direct', { cookie, body })
    const { documentUrl } = (await stored.json()) as { documentUrl: string }

    const { hostname, port } = new URL(server.url)
    const silent = connect(Number(port), hostname)
    silent.write('POST /api/bug-report HTTP/1.1\r\nhost: x\r\n')
    const deaf = connect(Number(port), hostname).pause()
    deaf.write(`GET ${documentUrl}?download HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`)
    for (const socket of [silent, deaf]) socket.on('error', () => {})
    await Promise.all([once(silent, 'connect'), once(deaf, 'connect')])

    const exit = await server.stop()
    expect(exit).toMatchObject({ code: 0 })
    for (const socket of [silent, deaf]) socket.destroy()
  })
})

describe.skipIf(!ON_POSTGRES)('on PostgreSQL, where a test can hold a lock from outside,', () => {
  test('B17 a submission that waits for the database when SIGTERM arrives is answered', async () => {
    const deployment = await newDeployment()
    const [person] = await deployment.inspect((db) => seedPeople(db, { count: 1, prepared: true }))
    if (!person) throw new Error('One person was seeded')
    const server = await startServer(deployment.env)
    const outside = openPostgres(deployment.env.DATABASE_URL ?? '', 2)
    atEndOfFile(() => outside.close())
    const holder = await outside.pool.connect()
    await holder.query('begin')
    await holder.query('lock table cases in exclusive mode')
    const { cookie } = person
    const answer = server.call('POST', '/api/onboarding/kyc', { cookie, body: ANSWERS })
    await vi.waitFor(async () => {
      const { rows } = await outside.pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock'",
      )
      expect(rows).not.toEqual([])
    }, soon)
    const exit = server.stop()
    await holder.query('commit')
    holder.release()
    expect((await answer).status).toBe(200)
    expect((await exit).code).toBe(0)
  })
})
