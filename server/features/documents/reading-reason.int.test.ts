import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { submitted } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { openCase } from '#server/testing/reviews.ts'
import { eventsOf } from '#server/testing/snapshots.ts'

const MORNING = new Date('2026-03-10T10:00:00Z')
const READ = ['document.fetched', 'document.downloaded'] as const

let app: TestApp
let superAdmin: TestUser
let people: TestUser[]
let papers: string[]
beforeAll(async () => {
  // With the limits of production.
  app = await testApp({ env: { READING_WITHOUT_CASE_PER_DAY: '0', READING_HOURS: '07-20' } })
  superAdmin = await app.signIn({ role: 'superAdmin', name: 'Priya Raman' })
  people = [await submitted(await app.signIn()), await submitted(await app.signIn())]
  papers = await Promise.all(people.map(paperOf))
})
beforeEach(async () => {
  app.clock.now = MORNING
  await app.database.pool.query('delete from notices')
  await app.database.pool.query(`delete from mails where kind = 'unusual-reading'`)
})

async function paperOf(person: TestUser): Promise<string> {
  const { documents } = (await person.call('GET', '/api/documents')).json()
  return documents[0].documentUrl
}

const reader = (name = 'Marta Silva') => app.signIn({ role: 'admin', name })
const claim = (by: TestUser, person: TestUser | undefined, takeOver = true) =>
  by.call('POST', `/api/admin/users/${person?.id}/kyc-claim`, { takeOver })
const read = async (by: TestUser, paper: string | undefined) => (await by.call('GET', `${paper}`)).statusCode
const explain = (by: TestUser, paper: string | undefined, reason: unknown = 'They asked us by phone') =>
  by.call('POST', `${paper}/reason`, { reason })
const readingsOf = async (by: TestUser) =>
  (await eventsOf(app.database, by.id, ...READ)) as { after: unknown; note?: string | null }[]
const sentenceOf = (text: string, name: string) =>
  new RegExp(`${name} [^.]*\\.`).exec(text.replaceAll(/\s+/g, ' '))?.[0]
const alarms = async () =>
  (
    await mailRows(
      app.database,
      `select to_address, text from mails where kind = 'unusual-reading' order by id`,
    )
  ).map(({ to_address, text }) => `${to_address}: ${sentenceOf(text, 'Marta Silva')}`)

/** Stores whose documents a reader has opened, with their cases claimed, this many minutes ago each. */
async function hasRead(by: TestUser, minutesAgo: readonly number[]) {
  await app.database.pool.query(
    `insert into events (at, type, actor_kind, actor_id, user_id, subject, after)
     select $2::timestamptz - minutes * interval '1 minute', 'document.fetched', 'staff', $1, 900000 + n, 'document:x',
       '{"slot":"selfie","basis":"case"}'
     from unnest($3::int[]) with ordinality as ago (minutes, n)`,
    [by.id, app.clock.now, minutesAgo],
  )
}

describe('R11 why a document is opened', () => {
  test('R11 without the claimed case or a reason nothing is sent, at either size, and nothing recorded', async () => {
    const by = await reader()
    for (const query of ['', '?download']) {
      const answer = await by.call('GET', `${papers[0]}${query}`)
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'Claim this case, or say why you’re opening its documents. Nothing was shown.',
      ])
    }
    expect(await readingsOf(by)).toEqual([])
    expect((await openCase(by, people[0]?.id ?? 0)).documentsOpen).toBeNull()
    expect(await read(people[0] as TestUser, papers[0])).toBe(200)
    expect((await by.call('GET', `${papers[0]}?size=thumbnail`)).statusCode).toBe(200)
  })

  test('R11 the claimed case is reason enough, as long as the claim lasts and only for its reader', async () => {
    const by = await reader()
    expect((await claim(by, people[0])).statusCode).toBe(200)
    expect(await read(by, papers[0])).toBe(200)
    expect(await readingsOf(by)).toMatchObject([{ after: { basis: 'case' } }])
    const { documentsOpen, owner } = await openCase(by, people[0]?.id ?? 0)
    expect(documentsOpen).toEqual({ until: owner?.until })
    expect(await read(await reader(), papers[0])).toBe(409)
    expect(await read(by, papers[1])).toBe(409)
    app.clock.now = new Date(MORNING.getTime() + 30 * 60_000)
    await app.database.pool.query('update sessions set last_seen_at = $1', [app.clock.now])
    expect(await read(by, papers[0])).toBe(409)
    expect(await alarms()).toEqual([])
  })

  test('R11 a typed reason opens the documents of its person for 30 minutes, and is recorded with each reading', async () => {
    const by = await reader()
    expect((await explain(by, papers[0])).statusCode).toBe(200)
    expect(await read(by, papers[0])).toBe(200)
    expect(await read(by, papers[1])).toBe(409)
    expect(await read(await reader(), papers[0])).toBe(409)
    expect(await readingsOf(by)).toMatchObject([
      { after: { basis: 'reason', unusual: ['no_case'] }, note: 'They asked us by phone' },
    ])
    const { documentsOpen, events } = await openCase(by, people[0]?.id ?? 0)
    expect(documentsOpen).toEqual({ until: '2026-03-10T10:30:00.000Z' })
    expect(events).toContainEqual(
      expect.objectContaining({
        title: 'Reason given for opening documents',
        note: 'They asked us by phone',
      }),
    )
    app.clock.now = new Date(MORNING.getTime() + 30 * 60_000)
    await app.database.pool.query('update sessions set last_seen_at = $1', [app.clock.now])
    expect(await read(by, papers[0])).toBe(409)
  })

  test.each([
    [''],
    ['\u200b'.repeat(12)],
    ['too short'],
    ['          x'],
    ['............'],
    ['🙂'.repeat(12)],
    ['2026-118 / 04'],
    ['x'.repeat(501)],
    [null],
    [['They asked us by phone']],
  ])('R11 %j is not a reason', async (reason) => {
    const by = await reader()
    const answer = await explain(by, papers[0], reason)
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['reason']])
    expect(await read(by, papers[0])).toBe(409)
  })

  test('R11 R15 only staff may give one, and it opens nothing that may not be read', async () => {
    const [person] = people
    expect((await explain(person as TestUser, papers[0])).statusCode).toBe(403)
    const nowhere = '/api/documents/00000000-0000-4000-8000-000000000000'
    expect((await explain(await reader(), nowhere)).statusCode).toBe(404)
  })
})

describe('R11 unusual reading', () => {
  test('R11 two hundred cases in a day raise no alarm', async () => {
    const by = await reader()
    await claim(by, people[0])
    await hasRead(
      by,
      Array.from({ length: 199 }, (_, n) => 2 + Math.floor(n * 2.4)),
    )
    expect(await read(by, papers[0])).toBe(200)
    expect(await readingsOf(by)).toHaveLength(200)
    expect((await readingsOf(by)).at(-1)?.after).toEqual({ slot: expect.any(String), basis: 'case' })
    expect(await alarms()).toEqual([])
  })

  test('R11 if two people at once exceed the hourly number, exactly one is the first too many, reported once', async () => {
    const by = await reader()
    for (const person of people) await claim(by, person)
    await hasRead(
      by,
      Array.from({ length: 59 }, () => 30),
    )
    const both = await Promise.all(papers.map((paper) => read(by, paper)))
    expect(both).toEqual([200, 200])
    const unusual = (await readingsOf(by))
      .slice(59)
      .map(({ after }) => (after as { unusual?: string[] }).unusual)
    expect(unusual).toEqual([undefined, ['hourly_number']])
    expect(await read(by, papers[0])).toBe(200)
    expect(await alarms()).toEqual([
      `${superAdmin.email}: Marta Silva opened documents of 61 people within an hour.`,
    ])
    const { notices } = (await superAdmin.call('GET', '/api/notices')).json()
    expect(notices).toMatchObject([
      {
        title: 'Unusual reading of identity papers',
        detail: 'Marta Silva opened documents of 61 people within an hour.',
        path: `/admin/audit?actor=${by.id}&from=2026-03-10`,
      },
    ])
  })

  test('R11 a super admin is not told of their own reading, unless there is no other', async () => {
    app.clock.now = new Date('2026-03-10T22:30:00Z')
    const other = await app.signIn({ role: 'superAdmin', name: 'Ines Duarte' })
    await claim(other, people[0])
    expect(await read(other, papers[0])).toBe(200)
    const toldTo = async () =>
      (await mailRows(app.database, `select to_address from mails where kind = 'unusual-reading'`)).map(
        ({ to_address }) => to_address,
      )
    expect(await toldTo()).toEqual([superAdmin.email])
    expect((await other.call('GET', '/api/notices')).json().notices).toEqual([])
    await app.database.pool.query('update users set suspended_at = $2 where id = $1', [
      superAdmin.id,
      MORNING,
    ])
    await app.database.pool.query(`delete from mails where kind = 'unusual-reading'`)
    await app.database.pool.query('delete from notices')
    expect(await read(other, papers[0])).toBe(200)
    expect(await toldTo()).toEqual([other.email])
    await app.database.pool.query('update users set suspended_at = null where id = $1', [superAdmin.id])
    await app.database.pool.query(`update users set is_super_admin = false where id = $1`, [other.id])
  })

  test('R11 the daily number counts people, however often and whatever of theirs is opened', async () => {
    const by = await reader()
    await claim(by, people[0])
    await hasRead(
      by,
      Array.from({ length: 299 }, () => 600),
    )
    expect([await read(by, papers[0]), await read(by, `${papers[0]}?download`)]).toEqual([200, 200])
    expect(await alarms()).toEqual([])
    await claim(by, people[1])
    expect(await read(by, papers[1])).toBe(200)
    expect(await alarms()).toEqual([
      `${superAdmin.email}: Marta Silva opened documents of 301 people within 24 hours.`,
    ])
  })

  test('R11 at night, someone with the same family name, or without the case: each reported once a day, and recorded in the event', async () => {
    app.clock.now = new Date('2026-03-10T22:30:00Z')
    const by = await reader('Ana Lovelace')
    await explain(by, papers[0])
    expect([await read(by, papers[0]), await read(by, papers[0])]).toEqual([200, 200])
    const rules = ['outside_hours', 'family_name', 'no_case']
    expect(await readingsOf(by)).toMatchObject([{ after: { unusual: rules } }, { after: { unusual: rules } }])
    const mails = await mailRows(
      app.database,
      `select text from mails where kind = 'unusual-reading' order by id`,
    )
    expect(mails.map(({ text }) => sentenceOf(text, 'Ana Lovelace'))).toEqual([
      'Ana Lovelace opened documents at 22:30, outside of working hours.',
      'Ana Lovelace opened documents of someone with the same family name.',
      'Ana Lovelace opened documents of someone whose case they weren’t working on.',
    ])
  })
})
