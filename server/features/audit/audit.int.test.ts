import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { EventType } from '#server/model/audit/event-type.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { mailOutcomes } from '#server/model/mail/mail-outcomes.ts'
import { mailSender } from '#server/model/mail/send-mail.ts'
import { users } from '#server/model/schema/users.ts'
import { MailRefused } from '#server/platform/mail/mail-transport.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { submitted } from '#server/testing/journeys.ts'
import { turnMonth } from '#server/testing/months.ts'
import { acceptAll, giveReason, openCase } from '#server/testing/reviews.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { findEvents } from './audit-search.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
})

const get = async (url: string) => (await admin.call('GET', url)).json()

/** Returns every row of a list, page by page. */
async function all(url: string): Promise<Record<string, unknown>[]> {
  const rows = []
  for (let cursor = ''; ; ) {
    const page = await get(`${url}${url.includes('?') ? '&' : '?'}limit=2${cursor}`)
    rows.push(...page.data)
    if (!page.nextCursor) return rows
    cursor = `&cursor=${page.nextCursor}`
  }
}

describe('the activity', () => {
  test('lists sign-ins with their methods, newest first, page by page and without repeats', async () => {
    const person = await app.signIn({ name: 'Ada Lovelace' })
    const bystander = await app.signIn()
    const { pool } = app.database
    // Three at the same moment, so that the cursor needs more than the time to tell them apart.
    for (const [id, email, method, at] of [
      [person.id, person.email, 'OpenID Connect', '2026-03-09T09:00:00.123456Z'],
      [person.id, person.email, 'direct login', '2026-03-09T10:00:00Z'],
      [person.id, person.email, 'system', '2026-03-09T10:00:00Z'],
      [bystander.id, '100%_sure@people.example', 'OpenID Connect', '2026-03-09T10:00:00Z'],
    ])
      await pool.query('insert into sign_ins (user_id, email, method, at) values ($1, $2, $3, $4)', [
        id,
        email,
        method,
        at,
      ])
    const everybody = await all('/api/admin/user-activity')
    expect(everybody.map((signIn) => signIn.method)).toEqual([
      'OpenID Connect',
      'system',
      'direct login',
      'OpenID Connect',
    ])
    expect(everybody[3]).toMatchObject({
      email: person.email,
      login_timestamp: '2026-03-09T09:00:00.123Z',
      name: 'Ada Lovelace',
      user_id: person.id,
    })
    expect(await all(`/api/admin/user-activity?method=system`)).toMatchObject([{ user_id: person.id }])
    // R30: wildcards in the search are plain text.
    expect(await all('/api/admin/user-activity?email=0%25_SURE')).toMatchObject([{ user_id: bystander.id }])
    expect(await all('/api/admin/user-activity?email=_')).toHaveLength(1)
    for (const wrong of ['method=post', 'cursor=eA', 'limit=0'])
      expect((await admin.call('GET', `/api/admin/user-activity?${wrong}`)).statusCode).toBe(400)
    const visitor = await app.visit()
    for (const id of [visitor.id, 987654321])
      for (const what of ['sign-ins', 'sessions', 'events'])
        expect((await admin.call('GET', `/api/admin/users/${id}/${what}`)).statusCode).toBe(404)
  })

  test('R10 R24 an administrator sees where someone is signed in, and ends one session or all', async () => {
    const person = await app.signIn()
    const rival = await app.signIn()
    const url = `/api/admin/users/${person.id}/sessions`
    const { sessions } = await get(url)
    expect(sessions).toEqual([expect.objectContaining({ device: 'Unknown device', id: expect.any(String) })])
    expect(JSON.stringify(sessions)).not.toContain(person.cookie.split('=')[1])
    // Another user's session is not found through this user.
    const foreign = (await get(`/api/admin/users/${rival.id}/sessions`)).sessions[0].id
    expect((await admin.call('DELETE', `${url}/${foreign}`)).statusCode).toBe(404)
    expect((await admin.call('DELETE', `${url}/${sessions[0].id}`)).json()).toEqual({
      success: true,
      ended: 1,
    })
    expect((await person.call('GET', '/api/user/profile')).statusCode).toBe(401)
    expect((await rival.call('GET', '/api/user/profile')).statusCode).toBe(200)
    expect((await admin.call('DELETE', `/api/admin/users/${rival.id}/sessions`)).json()).toMatchObject({
      ended: 1,
    })
    expect((await admin.call('DELETE', `/api/admin/users/${rival.id}/sessions`)).json()).toMatchObject({
      ended: 0,
    })
    expect((await rival.call('GET', '/api/user/profile')).statusCode).toBe(401)
    expect(await eventsOf(app.database, rival.id, 'auth.sessions_ended')).toMatchObject([
      { actor_kind: 'staff', actor_id: String(admin.id), user_id: String(rival.id) },
    ])
    const began = app.clock.now
    const colleague = await app.signIn({ role: 'admin' })
    app.clock.now = new Date(began.getTime() + 20 * 60_000)
    const reader = await app.signIn({ role: 'admin' })
    // R7: an administrator's session has expired by then.
    const after = await reader.call('GET', `/api/admin/users/${colleague.id}/sessions`)
    expect(after.json().sessions).toEqual([])
    app.clock.now = began
  })

  test('R10 R22 only a super admin ends sessions of a super admin, who would otherwise be kept out', async () => {
    const boss = await app.signIn({ role: 'superAdmin' })
    const peer = await app.signIn({ role: 'superAdmin' })
    const url = `/api/admin/users/${boss.id}/sessions`
    const { mayEnd, sessions } = await get(url)
    expect(mayEnd).toBe(false)
    expect((await peer.call('GET', url)).json()).toMatchObject({ mayEnd: true })
    const [session] = sessions
    for (const path of [url, `${url}/${session.id}`])
      expect((await admin.call('DELETE', path)).json()).toMatchObject({
        error: 'FORBIDDEN',
        message: 'Only a super admin can end the sessions of a super admin.',
      })
    expect((await boss.call('GET', '/api/user/profile')).statusCode).toBe(200)
    expect((await peer.call('DELETE', `${url}/${session.id}`)).json()).toMatchObject({ ended: 1 })
    expect((await boss.call('GET', '/api/user/profile')).statusCode).toBe(401)
  })
})

describe('a user’s timeline', () => {
  test('R24 contains submission, document versions, views, decisions and mails, with who and when', async () => {
    const person = await submitted(await app.signIn({ name: 'Ada Lovelace' }))
    const review = await openCase(admin, person.id)
    const document = review.items.find(({ item }) => item === 'selfie')?.document
    await giveReason(admin, document?.documentUrl ?? '')
    expect((await admin.call('GET', document?.documentUrl ?? '')).statusCode).toBe(200)
    await acceptAll(admin, person.id, review)
    const events = await all(`/api/admin/users/${person.id}/events`)
    const titles = events.map(({ title }) => title)
    expect(titles).toEqual(
      expect.arrayContaining([
        'Text accepted',
        'Selfie uploaded',
        'Submitted for verification',
        'Mail: verification submitted',
        'Case opened',
        expect.stringMatching(/^Selfie viewed, 1200 pixels wide for \d+ seconds?$/),
        'Approved',
        'Mail: verification approved',
      ]),
    )
    expect(events.find(({ title }) => String(title).startsWith('Selfie viewed'))).toMatchObject({
      actor: { kind: 'staff', id: admin.id, name: 'Grace Hopper' },
      person: { id: person.id, name: 'Ada Lovelace' },
      case_id: review.id,
      ip: '127.0.0.1',
    })
    // The case lists it, too.
    expect((await openCase(admin, person.id)).events.map(({ title }) => title)).toContainEqual(
      expect.stringMatching(/^Selfie viewed/),
    )
  })

  test('R53 shows a mail that could not be delivered on the person and on the case', async () => {
    const person = await submitted(await app.signIn())
    const { rows } = await app.database.pool.query('select id from mails where user_id = $1', [person.id])
    const send = mailSender({
      database: app.database,
      fields: app.services.fields,
      renderAttachments: async () => [],
      transport: {
        kind: 'smtp',
        send: async () => {
          throw new MailRefused('550 No such mailbox')
        },
      },
      ...mailOutcomes(app.services.now),
    })
    await send(Number(rows[0].id), {
      now: app.services.now,
      log: app.services.log,
    })
    const { data } = await get(`/api/admin/users/${person.id}`)
    expect(data.undelivered_mails).toEqual([
      expect.objectContaining({
        kind: 'verification-submitted',
        to: person.email,
        reason: '550 No such mailbox',
      }),
    ])
    const { events } = await openCase(admin, person.id)
    expect(events.find(({ type }) => type === 'mail.failed')).toMatchObject({
      title: 'Mail could not be delivered: verification submitted',
      note: '550 No such mailbox',
    })
    expect((await person.call('GET', '/api/onboarding/consumer/case')).body).not.toContain('No such mailbox')
  })
})

describe('the audit log', () => {
  test('R24 is filtered by type, person, actor and day in London', async () => {
    const person = await app.signIn({ name: 'Ada Lovelace' })
    await person.call('PUT', '/api/user/update-profile', {
      name: 'Ada King',
      company: '=1+1',
      email: person.email,
    })
    await admin.call('GET', `/api/admin/users/${person.id}`)
    const found = async (query: string) => (await all(`/api/admin/audit?${query}`)).map(({ type }) => type)
    expect(await found(`person=${person.id}`)).toEqual(['admin.user_viewed', 'user.profile_updated'])
    expect(await found(`person=${person.email.toUpperCase()}&type=user`)).toEqual(['user.profile_updated'])
    expect(await found(`person=${person.id}&type=admin.user_viewed`)).toEqual(['admin.user_viewed'])
    expect(await found(`person=${person.id}&actor=${admin.email}`)).toEqual(['admin.user_viewed'])
    expect(await found(`actor=${person.id}`)).toEqual(['user.profile_updated'])
    expect(await found('person=nobody@people.example')).toEqual([])
    expect(await found('type=unheard.of')).toEqual([])
    for (const [days, count] of [
      ['from=2026-03-10&to=2026-03-10', 2],
      ['to=2026-03-09', 0],
      ['from=2026-03-11', 0],
      ['from=0001-01-01&to=9999-12-31', 2],
      ['to=0001-01-01', 0],
    ] as const)
      expect(await found(`person=${person.id}&${days}`)).toHaveLength(count)
    // A summer evening in UTC is the next day in London.
    await app.database.pool.query(
      `insert into events (at, type, actor_kind, user_id) values ('2025-06-30T23:30:00Z', 'auth.signed_in', 'system', $1)`,
      [person.id],
    )
    expect(await found(`person=${person.id}&from=2025-07-01&to=2025-07-01`)).toEqual(['auth.signed_in'])
    expect(await found(`person=${person.id}&to=2025-06-30`)).toEqual([])
    for (const wrong of ['from=2026-02-30', 'cursor=bm8', 'to=yesterday'])
      expect((await admin.call('GET', `/api/admin/audit?${wrong}`)).statusCode).toBe(400)
    const { types } = await get('/api/admin/audit/types')
    expect(types).toEqual(
      expect.arrayContaining([{ type: 'user.profile_updated', title: 'Profile changed' }]),
    )
  })

  test('R24 R31 is exported as CSV that no spreadsheet evaluates, or as lines of JSON; both are recorded', async () => {
    const person = await app.signIn({ name: '=HYPERLINK("http://evil.example")' })
    await admin.call('GET', `/api/admin/users/${person.id}`)
    const csv = await admin.call('GET', `/api/admin/audit/export?person=${person.id}`)
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-log.csv"',
    })
    const [head, line, end] = csv.body.split('\r\n')
    expect(head).toMatch(/^\ufeffId,Time,Type,Event/)
    expect(line).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(end).toBe('')
    const colleague = await app.signIn({ role: 'admin' })
    await colleague.call('GET', `/api/admin/users/${admin.id}`)
    const lines = await admin.call('GET', '/api/admin/audit/export?format=ndjson')
    expect(lines.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const events = lines.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { rows } = await app.database.pool.query('select count(*)::int as n from events')
    expect(events).toHaveLength(rows[0].n)
    const withheld = events.filter(({ type }) => type === 'withheld')
    expect(withheld.length).toBeGreaterThan(0)
    for (const event of withheld)
      expect(Object.keys(event)).toEqual(['type', 'lane', 'seq', 'prev_hash', 'hash'])
    const filtered = await admin.call('GET', `/api/admin/audit/export?format=ndjson&person=${admin.id}`)
    expect(filtered.body).not.toContain('withheld')
    const ofDays = await admin.call('GET', '/api/admin/audit/export?format=ndjson&from=2020-01-01')
    const times = [...ofDays.body.matchAll(/"at":"([^"]+)","type"/g)].map(([, at]) => at)
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual(times.toSorted())
    // Anyone who has the file can see, line by line, that nothing is missing from it.
    let before = { lane: -1, seq: 0, hash: '' }
    for (const event of events) {
      if (event.lane !== before.lane) {
        expect(event.lane).toBeGreaterThan(before.lane)
        before = { lane: event.lane, seq: 0, hash: '' }
      }
      expect([event.seq, event.prev_hash]).toEqual([before.seq + 1, before.hash])
      before = event
    }
    await admin.call(
      'GET',
      `/api/admin/audit/export?person=${person.email}&actor=grace%20hopper&type=admin.user_viewed`,
    )
    const noted = await eventsOf(app.database, admin.id, 'audit.exported')
    expect(noted.map(({ after }) => after)).toEqual([
      { format: 'csv', person: String(person.id) },
      { format: 'ndjson' },
      { format: 'ndjson', person: String(admin.id) },
      { format: 'ndjson', from: '2020-01-01' },
      { format: 'csv', type: 'admin.user_viewed', typed: ['person', 'actor'] },
    ])
  })

  test('is filtered by the words of a name, in any order, without accents and with a letter wrong', async () => {
    const [person, namesake] = [
      await app.signIn({ name: 'Bérénice Okonkwo' }),
      await app.signIn({ name: 'Berenice Adler' }),
    ]
    for (const { id } of [person, namesake]) await admin.call('GET', `/api/admin/users/${id}`)
    const viewed = async (words: string) =>
      (await all(`/api/admin/audit?type=admin.user_viewed&person=${encodeURIComponent(words)}`)).map(
        ({ person: whose }) => (whose as { id: number }).id,
      )
    for (const words of ['Bérénice Okonkwo', 'okonkwo berenice', 'okon', 'Okonkow'])
      expect([words, await viewed(words)]).toEqual([words, [person.id]])
    expect((await viewed('berenice')).sort()).toEqual([person.id, namesake.id].sort())
    expect(await viewed('berenice nobody')).toEqual([])
    const byActor = await all(`/api/admin/audit?person=${person.id}&actor=hopper%20grace`)
    expect(byActor.map(({ type }) => type)).toEqual(['admin.user_viewed'])
  })

  test('refuses words that too many people have, at the field', async () => {
    await app.database.pool.query(
      `insert into users (issuer, auth0_id, name) select 'https://id.example/', 'crowd' || n, 'Crowded Name' from generate_series(1, 201) n`,
    )
    const answer = await admin.call('GET', '/api/admin/audit?person=crowded')
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { person: 'More than 200 people match. Type more of the name, or a whole email address.' },
    ])
  })

  test('R24 shows who has read sign-ins, invitations and data requests, once in a quarter of an hour', async () => {
    const reader = await app.signIn({ role: 'admin' })
    const person = await app.signIn()
    const readAll = async () => {
      for (const url of [
        ...['/api/admin/user-activity', '/api/admin/user-activity?email=ada', '/api/admin/beta-invites'],
        ...[`/api/admin/users/${person.id}/sign-ins`, `/api/admin/users/${person.id}/sessions`],
        ...['/api/admin/erasures', '/api/admin/complaints'],
      ])
        expect([url, (await reader.call('GET', url)).statusCode]).toEqual([url, 200])
    }
    const looks = async () =>
      (
        await eventsOf(
          app.database,
          reader.id,
          ...['activity', 'invitations', 'requests'].map((what) => `admin.${what}_viewed`),
        )
      ).map(({ type, user_id, actor_kind }) => [type, user_id, actor_kind])
    const told = [
      ['admin.activity_viewed', null, 'staff'],
      ['admin.invitations_viewed', null, 'staff'],
      ['admin.activity_viewed', String(person.id), 'staff'],
      ['admin.requests_viewed', null, 'staff'],
    ]
    await readAll()
    await readAll()
    expect(await looks()).toEqual(told)
    const { now } = app.clock
    app.clock.now = new Date(now.getTime() + 14 * 60_000)
    await readAll()
    expect(await looks()).toEqual(told)
    app.clock.now = new Date(now.getTime() + 15 * 60_000)
    await app.database.pool.query('update sessions set last_seen_at = $1', [app.clock.now])
    await readAll()
    expect(await looks()).toEqual([...told, ...told])
    app.clock.now = now
  })

  test('T9 R24 shows who has read the audit log, clients and invoices', async () => {
    const reader = await app.signIn({ role: 'admin' })
    const person = await app.signIn()
    const made = await admin.call('POST', '/api/admin/clients', {
      name: 'Read Ltd',
      client_type: 'company',
    })
    const { id } = made.json().client
    for (const url of [
      '/api/admin/audit',
      `/api/admin/users/${person.id}/events`,
      '/api/admin/clients',
      `/api/admin/clients/${id}`,
      '/api/admin/invoices',
      '/api/admin/audit',
    ])
      expect([url, (await reader.call('GET', url)).statusCode]).toEqual([url, 200])
    const kinds = ['audit', 'clients', 'client', 'invoices', 'invoice'].map((what) => `admin.${what}_viewed`)
    const looks = await eventsOf(app.database, reader.id, ...kinds)
    expect(looks.map(({ type, user_id, subject }) => [type, user_id, subject])).toEqual([
      ['admin.audit_viewed', null, null],
      ['admin.audit_viewed', String(person.id), null],
      ['admin.clients_viewed', null, null],
      ['admin.client_viewed', null, `client:${id}`],
      ['admin.invoices_viewed', null, null],
    ])
  })

  const typesOf = async (path: string) => (await all(path)).map(({ type }) => type)

  test('R24 says what an auditor has read and whose it is, and can leave that out', async () => {
    const auditor = await app.signIn({ role: 'auditor', name: 'Alma Auditor' })
    const person = await app.signIn({ name: 'Ines Inspected' })
    await auditor.call('GET', `/api/admin/users/${person.id}`)
    await auditor.call('GET', '/api/admin/jobs')
    const by = `/api/admin/audit?actor=${auditor.id}`
    const reads = (await all(by)).filter(({ type }) => type === 'admin.read')
    expect(reads).toMatchObject([
      { title: 'Read by an auditor: the jobs', person: null },
      { title: 'Read by an auditor: the user’s details', person: { id: person.id, name: 'Ines Inspected' } },
    ])
    expect(await typesOf(by)).toContain('admin.user_viewed')
    await admin.call('GET', `/api/admin/users/${person.id}`)
    await auditor.call('POST', '/api/admin/audit/check')
    expect(await typesOf(`${by}&reads=hidden`)).toEqual(['audit.checked'])
    const { now } = app.clock
    // What someone read before they were an auditor, or read afterwards, isn't an auditor's.
    const clerk = await app.signIn({ role: 'support' })
    const set = (roles: string[], type: string, before: string[]) =>
      app.database.transaction(async (tx) => {
        await tx.update(users).set({ roles }).where(eq(users.id, clerk.id))
        await recordEvent(tx, {
          at: app.clock.now,
          type: type as EventType,
          actor: { kind: 'system' },
          userId: clerk.id,
          before: { roles: before },
          after: { roles },
        })
      })
    const readOne = async () => {
      app.clock.now = new Date(app.clock.now.getTime() + 60_000)
      await clerk.call('GET', `/api/admin/users/${(await app.signIn()).id}`)
      app.clock.now = new Date(app.clock.now.getTime() + 60_000)
    }
    await readOne()
    await set(['auditor'], 'user.role_granted', ['support'])
    await readOne()
    await set(['support'], 'user.role_removed', ['auditor'])
    await readOne()
    const ofClerk = `/api/admin/audit?actor=${clerk.id}&type=admin.user_viewed`
    expect(await typesOf(ofClerk)).toHaveLength(3)
    expect(await typesOf(`${ofClerk}&reads=hidden`)).toHaveLength(2)
    expect(await typesOf(`/api/admin/audit?person=${person.id}&actor=${admin.id}&reads=hidden`)).toContain(
      'admin.user_viewed',
    )
    app.clock.now = now
    expect((await admin.call('GET', `${by}&reads=shown`)).statusCode).toBe(400)
  })

  test('R24 is one list over several months, even if a month has no events or an event names a day of another month', async () => {
    const { pool, db } = app.database
    const write = (count: number, shift: number) =>
      pool.query(
        `insert into events (at, type, actor_kind, note)
         select $1::timestamptz + ((n * 37) % 50 + $3::int) * interval '1 microsecond', 'test.turned', 'system', n from generate_series(1, $2::int) n`,
        [app.clock.now, count, shift],
      )
    await write(12, 0)
    await turnMonth(pool)
    // Some are dated before the end of the previous month, and the last month has none.
    await write(12, 30)
    await turnMonth(pool)
    for (const order of ['asc', 'desc'] as const) {
      const { rows: all } = await pool.query<{ id: string }>(
        `select id from events where type = 'test.turned' order by at ${order}, id ${order}`,
      )
      const read: string[] = []
      let cursor: string | undefined
      do {
        const place = { order, limit: 5, ...(cursor && { cursor }), readerId: admin.id, withErased: false }
        const { rows, nextCursor } = await findEvents(db, { type: 'test.turned' }, place)
        read.push(...rows.map(({ id }) => id))
        cursor = nextCursor ?? undefined
      } while (cursor)
      expect(read).toEqual(all.map(({ id }) => id))
      expect(read).toHaveLength(24)
    }
  })

  test('R24 checks its chain, and names the place where someone tampered with it', async () => {
    expect((await admin.call('POST', '/api/admin/audit/check')).json()).toMatchObject({
      isWhole: true,
      checked: expect.any(Number),
      faults: [],
      checkedAt: app.clock.now.toISOString(),
    })
    expect(await eventsOf(app.database, admin.id, 'audit.checked')).toMatchObject([{ after: { faults: 0 } }])
    const { rows } = await app.database.pool.query('select max(id) as id from events where user_id = $1', [
      (await submitted(await app.signIn())).id,
    ])
    const { pool } = app.database
    await pool.query('alter table events disable trigger events_append_only')
    await pool.query(`update events set note = 'nothing' where id = $1`, [rows[0].id])
    await pool.query('alter table events enable trigger events_append_only')
    expect((await admin.call('POST', '/api/admin/audit/check')).json()).toMatchObject({
      isWhole: false,
      faults: [`event ${rows[0].id}: was changed`],
    })
  })
})
