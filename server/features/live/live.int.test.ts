import { beforeAll, describe, expect, test, vi } from 'vitest'
import { LIVE_STREAMS_MAX } from '#contract/live/live-limits.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { submitted } from '#server/testing/journeys.ts'
import { listenTo } from '#server/testing/live.ts'
import { soon } from '#server/testing/soon.ts'

const LOOPBACK = { port: 0, host: '127.0.0.1' }

let app: TestApp
let admin: TestUser
let person: TestUser
let holders: TestUser[]
beforeAll(async () => {
  app = await testApp()
  await app.server.listen(LOOPBACK)
  admin = await app.signIn({ role: 'superAdmin' })
  holders = [admin, await app.signIn({ role: 'superAdmin' })]
  person = await submitted(await app.signIn())
})

/** Opens a page's stream, past the first message, which says that it may have missed something. */
async function listening(by: TestUser, on = app) {
  const stream = await listenTo(on.server, by.cookie)
  await listened(on)
  return stream
}
/** Waits until the process receives new messages. */
async function listened(on: TestApp): Promise<void> {
  const probe = await listenTo(on.server, admin.cookie)
  await vi.waitFor(async () => {
    await read(admin, on)
    expect(probe.topics()).not.toEqual([])
  }, soon)
  probe.close()
}
/** Marks a notice as read, which only its person is told. */
async function read(by: TestUser, on = app) {
  await on.database.pool.query(
    `insert into notices (notice_key, user_id, title, created_at) values ($1, $2, 'Look', now())`,
    [`${by.id}:test:${Math.random()}`, by.id],
  )
  const answer = await by.call('POST', '/api/notices/read', { upTo: Number.MAX_SAFE_INTEGER })
  expect(answer.statusCode).toBe(200)
}
/** Lets another reviewer than the last one claim the case, so that something changes each time. */
async function claim(of: TestUser) {
  holders.reverse()
  const [holder = admin] = holders
  const answer = await holder.call('POST', `/api/admin/users/${of.id}/kyc-claim`, { takeOver: true })
  expect(answer.statusCode).toBe(200)
}

test('has the headers of a stream, which no proxy may store or change', async () => {
  const stream = await listening(person)
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(stream.events[0]).toBe('ready')
})

describe('a change', () => {
  test('is sent to its person and to staff who may read it, and to no one else', async () => {
    const [stranger, finance, staff] = [
      await app.signIn(),
      await app.signIn({ role: 'finance' }),
      await app.signIn({ role: 'staff' }),
    ]
    const own = await listening(person)
    const others = [await listening(stranger), await listening(finance)]
    const figures = await listening(staff)
    const desk = await listening(admin)
    const seen = others.map(({ topics }) => topics().length)
    await claim(person)
    await vi.waitFor(() => {
      expect(own.topics()).toContain('standing')
      expect(desk.topics()).toContain('person')
      expect(figures.topics()).toContain('queue')
    }, soon)
    // Later messages on the same streams come after all earlier ones.
    for (const each of [stranger, finance]) await read(each)
    await vi.waitFor(() => {
      for (const { topics } of others) expect(topics()).toContain('notices')
    }, soon)
    expect(others.map(({ topics }, i) => topics().slice(seen[i]))).toEqual([
      expect.not.arrayContaining(['standing', 'person', 'queue']),
      expect.not.arrayContaining(['standing', 'person', 'queue']),
    ])
    const told = desk.messages.flatMap((message) => ('topics' in message ? (message.people ?? []) : []))
    expect(told).toContain(person.id)
    expect(figures.messages.some((message) => 'people' in message)).toBe(false)
    expect(own.messages.some((message) => 'people' in message)).toBe(false)
  })

  test('is not sent to a person while a reviewer only marks it', async () => {
    const own = await listening(person)
    const desk = await listening(admin)
    const before = own.topics().length
    const note = await admin.call('POST', `/api/admin/users/${person.id}/kyc-notes`, { text: 'Seen.' })
    expect(note.statusCode).toBeLessThan(300)
    await vi.waitFor(() => expect(desk.topics()).toContain('person'), soon)
    await read(person)
    await vi.waitFor(() => expect(own.topics()).toContain('notices'), soon)
    expect(own.topics().slice(before)).not.toContain('standing')
  })

  test('R23 is not sent to a reviewer while a colleague works on their own case', async () => {
    const judge = await submitted(await app.signIn({ role: 'reviewer' }))
    const own = await listening(judge)
    const desk = await listening(admin)
    const before = own.topics().length
    const note = await admin.call('POST', `/api/admin/users/${judge.id}/kyc-notes`, { text: 'Seen.' })
    expect(note.statusCode).toBe(200)
    await vi.waitFor(() => expect(desk.topics()).toContain('person'), soon)
    await read(judge)
    await vi.waitFor(() => expect(own.topics().slice(before)).toContain('notices'), soon)
    for (const topic of ['queue', 'person', 'standing'])
      expect(own.topics().slice(before)).not.toContain(topic)
  })

  test('does not keep an unused session alive', async () => {
    const idle = await app.signIn()
    await app.database.pool.query(
      "update sessions set last_seen_at = last_seen_at - interval '5 minutes' where user_id = $1",
      [idle.id],
    )
    const at = async () =>
      (await app.database.pool.query('select last_seen_at from sessions where user_id = $1', [idle.id]))
        .rows[0]
    const before = await at()
    const stream = await listening(idle)
    expect(await at()).toEqual(before)
    stream.close()
  })
})

describe('a stream ends', () => {
  test('with its session: signed out here, ended elsewhere, suspended', async () => {
    for (const end of [
      (who: TestUser) => who.call('GET', '/api/auth/logout'),
      (who: TestUser) => who.call('DELETE', '/api/user/sessions'),
      (who: TestUser) =>
        admin.call('POST', `/api/admin/users/${who.id}/suspension`, { reason: 'Asked by the bank' }),
    ]) {
      const who = await app.signIn()
      const stream = await listening(who)
      const answer = await end(who)
      expect(answer.statusCode).toBeLessThan(400)
      await vi.waitFor(() => expect([stream.events.at(-1), stream.isClosed()]).toEqual(['end', true]), soon)
    }
  })

  test('with a right that was removed: its reader is told about no one else', async () => {
    const reviewer = await app.signIn({ role: 'reviewer' })
    const stream = await listening(reviewer)
    const taken = await admin.call('POST', '/api/admin/users/demote', {
      email: reviewer.email,
      role: 'reviewer',
    })
    expect(taken.statusCode).toBe(200)
    await vi.waitFor(() => expect(stream.topics()).toContain('standing'), soon)
    const before = stream.topics().length
    await claim(person)
    await read(reviewer)
    await vi.waitFor(() => expect(stream.topics().slice(before)).toContain('notices'), soon)
    expect(stream.topics().slice(before)).not.toContain('person')
  })

  test('is refused beyond what one session may have open', async () => {
    const who = await app.signIn()
    const held = []
    for (let n = 0; n < LIVE_STREAMS_MAX; n++) held.push(await listenTo(app.server, who.cookie))
    await expect(listenTo(app.server, who.cookie)).rejects.toThrow('429')
    held[0]?.close()
    await vi.waitFor(async () => void (await listenTo(app.server, who.cookie)), soon)
  })

  test('at once when its process stops', async () => {
    const stopping = await testApp()
    await stopping.server.listen(LOOPBACK)
    const stream = await listenTo(stopping.server, (await stopping.signIn()).cookie)
    await stopping.server.close()
    await vi.waitFor(() => expect(stream.isClosed()).toBe(true), soon)
    expect(stream.events).not.toContain('end')
    expect(stopping.logged.some((line) => line.includes('/api/live'))).toBe(true)
  })
})

describe('several processes', () => {
  test('are told about each other’s changes, and say so if they may have missed some', async () => {
    if (app.database.kind === 'embedded') return
    const database = openPostgres(String(app.database.pool.options.connectionString), 5)
    database.encryptWith(app.services.fields)
    atEndOfFile(() => database.close())
    const other = await testApp({ database })
    await other.server.listen(LOOPBACK)
    const stream = await listening(person, other)
    await claim(person)
    await vi.waitFor(() => expect(stream.topics()).toContain('standing'), soon)

    const before = stream.topics().length
    const { rowCount } = await app.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`,
    )
    expect(rowCount).toBeGreaterThan(0)
    await vi.waitFor(() => expect(stream.topics().slice(before)).toContain('everything'), soon)
    await read(person)
    await vi.waitFor(() => expect(stream.topics().at(-1)).toBe('notices'), soon)
  })
})
