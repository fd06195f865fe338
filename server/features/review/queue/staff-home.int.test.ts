import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { FUNNEL_GAPS } from '#contract/review/funnel-steps.ts'
import type { StaffHome } from '#contract/review/staff-home.ts'
import { QUEUE_STATES } from '#contract/verification/case-states.ts'
import type { CaseKind, CaseState } from '#contract/verification/cases.ts'
import { workingMs } from '#domain/cases/review-clock.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { withWorkingHours } from '#server/model/cases/working-time.ts'
import { storeColleague } from '#server/model/people/people.sql.ts'
import { bindings } from '#server/platform/database/statement.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { caseOf } from '#server/testing/cases.ts'
import { newClient, newDraft, newInvoice } from '#server/testing/invoices.ts'

const NOW = new Date('2026-04-10T10:00:00Z')
const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)

let app: TestApp
let admin: TestUser
let staff: TestUser
/** Before any of the people were added. */
let atFirst: StaffHome

interface Person {
  createdHoursAgo: number
  steps: number
  kind: CaseKind
  /** Hours ago; the submission is before the decision. */
  submitted?: number
  decided?: { hoursAgo: number; as: 'approved' | 'returned' | 'rejected' }
}

/** People with everything that could make a count wrong: late and early, before the 30 days, companies. */
const PEOPLE: Person[] = [
  ...Array.from({ length: 7 }, (_, n) => ({
    createdHoursAgo: 24 * n + 1,
    steps: n,
    kind: 'consumer' as const,
  })),
  ...Array.from({ length: 5 }, (_, n) => ({
    createdHoursAgo: 200 + n,
    steps: 4,
    kind: 'consumer' as const,
    submitted: 20 * n + 5,
  })),
  ...(['approved', 'returned', 'rejected', 'approved'] as const).map((as, n) => ({
    createdHoursAgo: 400,
    steps: 4,
    kind: 'consumer' as const,
    submitted: 150,
    decided: { as, hoursAgo: 150 - 30 * (n + 1) + 20 },
  })),
  { createdHoursAgo: 60, steps: 1, kind: 'business', submitted: 50 },
  {
    createdHoursAgo: 24 * 40,
    steps: 4,
    kind: 'consumer',
    submitted: 24 * 39,
    decided: { as: 'approved', hoursAgo: 24 * 38 },
  },
]

const STATES = { approved: 'approved', returned: 'needs_resubmission', rejected: 'rejected' } as const
const SLOTS = ['id-front', 'selfie', 'proof-of-address']

beforeAll(async () => {
  app = await testApp()
  app.clock.now = NOW
  admin = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
  staff = await app.signIn({ role: 'staff' })
  for (const person of PEOPLE) await live(person)
  // Roles are given to accounts, and someone who signs in with a company address is noted.
  await app.database.pool.query('update users set is_admin = true where id = $1', [admin.id])
  await storeColleague(app.database.db, [staff.id])
  atFirst = await home(admin)
})

async function live({ createdHoursAgo, steps, kind, submitted, decided }: Person): Promise<void> {
  const { id: userId } = await app.signIn({ name: 'Amara Okafor' })
  const state: CaseState = decided ? STATES[decided.as] : submitted === undefined ? 'draft' : 'submitted'
  const begins = submitted !== undefined || kind === 'business'
  const stored = begins
    ? await caseOf(app.database, NOW, { userId, kind, state, submittedHoursAgo: submitted ?? 0 })
    : undefined
  const tell = (at: Date, type: EventType, after: object = {}, staffId?: number) =>
    app.database.transaction((tx) =>
      recordEvent(tx, {
        at,
        type,
        actor: staffId ? { kind: 'staff', id: staffId } : { kind: 'user', id: userId },
        userId,
        caseId: type.startsWith('case.') ? stored?.id : undefined,
        after,
      }),
    )
  const created = hoursAgo(createdHoursAgo)
  await app.database.pool.query('update users set created_at = $2 where id = $1', [userId, created])
  await tell(created, 'user.created')
  if (steps > 0) await tell(created, 'consent.accepted', { name: 'main_risk_disclosure' })
  for (const slot of SLOTS.slice(0, Math.max(0, steps - 1))) await tell(created, 'document.stored', { slot })
  if (submitted !== undefined) await tell(hoursAgo(submitted), 'case.submitted', { state: 'submitted' })
  if (decided) await tell(hoursAgo(decided.hoursAgo), `case.${decided.as}`, {}, admin.id)
}

async function home(who: TestUser): Promise<StaffHome> {
  const answer = await who.call('GET', '/api/staff/home')
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const count = (is: (person: Person) => unknown) => PEOPLE.filter(is).length
const isRecent = ({ createdHoursAgo }: Person) => createdHoursAgo < 24 * 29
const inList = async (search: string): Promise<number> =>
  (await admin.call('GET', `/api/admin/queue${search}`)).json().count

test('every figure of the queue and of the states is the count of the list it links to', async () => {
  const { queue, states } = await home(admin)
  const waiting = PEOPLE.filter(({ submitted, decided }) => submitted !== undefined && !decided)
  const age = (from: number, to: number) =>
    waiting.filter(({ submitted = 0 }) => submitted > from && submitted <= to).length
  expect(queue).toEqual({
    waiting: waiting.length,
    overdue: age(48, 1000),
    due_soon: age(35.9, 48),
    on_time: age(-1, 35.9),
    nobody: waiting.length,
    mine: 0,
    oldestSubmittedAt: hoursAgo(85).toISOString(),
  })
  expect(await inList('')).toBe(queue.waiting)
  for (const due of ['overdue', 'due_soon', 'on_time'] as const)
    expect([due, await inList(`?due=${due}`)]).toEqual([due, queue[due]])
  expect(states).toHaveLength(QUEUE_STATES.length * 2)
  const { rows } = await app.database.pool.query(
    'select state, kind, count(*)::int as cases from cases group by 1, 2',
  )
  for (const { state, kind, cases } of states) {
    const stored = rows.find((row) => row.state === state && row.kind === kind)?.cases ?? 0
    expect([state, kind, cases, await inList(`?state=${state}&kind=${kind}`)]).toEqual([
      state,
      kind,
      stored,
      stored,
    ])
  }
})

test('every figure of today is the count of the list it links to, and each reviewer has their own', async () => {
  const { today, team } = await home(admin)
  expect(today).toEqual({
    due: await inList('?due=today'),
    dueNext: 1,
    came: 1,
    toConfirm: await inList('?confirm=me'),
  })
  expect(today.due).toBe(1)
  expect(team).toEqual([{ id: admin.id, name: 'Grace Hopper', isYou: true, held: 0, assigned: 0, due: 0 }])
  const { cases } = (await admin.call('GET', '/api/admin/queue?due=today')).json()
  await admin.call('POST', '/api/admin/queue/assign', { cases: [cases[0].id], to: admin.id })
  await admin.call('POST', '/api/admin/queue/next', { due: 'overdue' })
  const busy = await home(admin)
  expect(busy.team).toMatchObject([{ held: 1, assigned: 1, due: 2 }])
  expect(await inList(`?owner=${admin.id}`)).toBe(2)
  expect(busy.mine?.map(({ owner }) => owner?.isYou)).toEqual([true, true])
  expect(busy.next?.every(({ owner }) => owner === null)).toBe(true)
  await app.database.pool.query(
    `update cases set state = 'submitted', assigned_to = null, claimed_by = null, claimed_at = null
     where assigned_to is not null or claimed_by is not null`,
  )
})

test('the promise is shown by the week in London, and by the decision if there are few', async () => {
  const promise = async (search = '') => (await admin.call('GET', `/api/staff/promise${search}`)).json()
  // Four decisions within the last days, and one before.
  const usual = await promise()
  expect(usual).toMatchObject({ from: '2026-01-17', to: '2026-04-10', count: 5 })
  expect(usual.decisions).toHaveLength(5)
  expect(usual.weeks.reduce((sum: number, week: { decided: number }) => sum + week.decided, 0)).toBe(5)
  // Each figure is that of the list it links to.
  for (const { from, to, decided, kept } of [...usual.weeks, { ...usual, decided: usual.count }]) {
    expect([from, await inList(`?heard=${from}..${to}`)]).toEqual([from, decided])
    expect(await inList(`?heard=${from}..${to}&promise=kept`)).toBe(kept)
    expect(await inList(`?heard=${from}..${to}&promise=missed`)).toBe(decided - kept)
  }
  expect((await admin.call('GET', '/api/admin/queue?heard=2026-02-30..2026-03-01')).statusCode).toBe(400)
  const days = await promise('?from=2026-04-08&to=2026-04-10')
  expect(days.weeks[0]?.from).toBe('2026-04-08')
  expect(days.kept).toBe(days.decisions.filter(({ isKept }: { isKept: boolean }) => isKept).length)
  expect(await promise('?from=2025-01-01&to=2025-02-01')).toMatchObject({
    count: 0,
    weeks: [],
    decisions: [],
  })
  for (const search of [
    '?from=2026-04-10&to=2026-04-09',
    '?from=2024-01-01&to=2026-04-09',
    '?from=2026-02-30',
  ])
    expect((await admin.call('GET', `/api/staff/promise${search}`)).statusCode).toBe(400)
})

test('requests about personal data are counted for those who may read them', async () => {
  const { id } = await app.signIn()
  await app.database.pool.query(
    "insert into complaints (user_id, state, text, created_at, due_at) values ($1, 'open', 'Why?', $2, $2), ($1, 'open', 'Why not?', $2, $3)",
    [id, NOW, hoursAgo(5)],
  )
  expect((await home(await app.signIn({ role: 'superAdmin' }))).requests).toEqual({
    complaints: { open: 2, dueAt: hoursAgo(5).toISOString() },
    erasures: { open: 0, dueAt: null },
  })
  expect((await home(staff)).requests).toBeNull()
  await app.database.pool.query('delete from complaints where user_id = $1', [id])
})

test('the figure of open matches is that of the list in the administration', async () => {
  const [listed] = (await app.database.pool.query('select id from cases order by id limit 1')).rows
  const match = (ref: string, more: { state?: string; ended_at?: Date } = {}) =>
    app.database.pool.query(
      `insert into screening_matches (case_id, subject_key, subject_hash, source, entry_ref, entry_hash, entry, list, level,
         score, explanation, found_at, state, ended_at)
       values ($1, 'person', 'h', 'sample', $2, 'h', $3, $4, 'strong', 1, $5, $6, $7, $8)`,
      [
        listed.id,
        ref,
        {
          ref,
          kind: 'person',
          names: [],
          births: [],
          countries: [],
          numbers: [],
          regime: null,
          listedOn: null,
        },
        { source: 'sample', version: '1', sha256: 'h', publishedOn: '2026-04-01' },
        { listedName: 'S', quality: 'primary', words: [], facts: [], nameScore: 1, score: 1, heldBack: [] },
        NOW,
        more.state ?? 'open',
        more.ended_at ?? null,
      ],
    )
  await app.database.pool.query(
    `insert into case_screenings (case_id, round, list_ids, lists, subjects, screened_at) values ($1, 1, '{1}', '[]', '[]', $2)`,
    [listed.id, NOW],
  )
  await match('S1')
  await match('S2')
  await match('S3', { state: 'false' })
  await match('S4', { ended_at: NOW })
  expect(await home(admin)).toMatchObject({
    screening: { openMatches: 2, proposedMatches: 0, stopped: 1, oldestAt: NOW.toISOString() },
  })
  // The one who proposed a decision waits for a second person, who still has to decide.
  await app.database.pool.query(
    "update screening_matches set proposed_state = 'true', proposed_by = $1, proposed_at = $2 where entry_ref = 'S1'",
    [admin.id, NOW],
  )
  const proposed = async (who: TestUser) => (await home(who)).screening?.proposedMatches
  expect([await proposed(admin), await proposed(await app.signIn({ role: 'admin' }))]).toEqual([1, 0])
  expect((await admin.call('GET', '/api/admin/screening')).json().matches).toHaveLength(2)
  for (const role of ['reviewer', 'auditor'] as const)
    expect((await home(await app.signIn({ role }))).screening?.openMatches).toBe(2)
  for (const role of ['support', 'finance', 'staff'] as const)
    expect((await home(await app.signIn({ role }))).screening).toBeNull()
})

test('a claim moves a case from unclaimed to mine, in the figure as in the list', async () => {
  const before = (await home(admin)).queue
  await admin.call('POST', '/api/admin/queue/next', {})
  const { queue } = await home(admin)
  expect([queue.mine, queue.nobody]).toEqual([before.mine + 1, before.nobody - 1])
  expect([await inList('?owner=me'), await inList('?owner=nobody')]).toEqual([queue.mine, queue.nobody])
  await app.database.pool.query(
    "update cases set state = 'submitted', claimed_by = null, claimed_at = null where claimed_by is not null",
  )
})

test('the funnel counts how far those who started in these 30 days got', async () => {
  const people = PEOPLE.filter((person) => isRecent(person) && person.kind === 'consumer')
  const reached = (step: number) => people.filter(({ steps }) => steps >= step).length
  const sent = people.filter(({ steps, submitted }) => steps >= 4 && submitted !== undefined)
  const decided = (as?: string) => sent.filter((person) => person.decided?.as === as).length
  const none = { waits: 0, theirs: 0, rejected: 0, left: 0 }
  // Those who haven't sent anything began within the last week.
  expect((await home(admin)).funnel).toEqual([
    { ...none, step: 'begun', people: people.length },
    { ...none, step: 'risk_disclosure', people: reached(1), theirs: people.length - reached(1) },
    { ...none, step: 'id_document', people: reached(2), theirs: reached(1) - reached(2) },
    { ...none, step: 'selfie', people: reached(3), theirs: reached(2) - reached(3) },
    { ...none, step: 'proof_of_address', people: reached(4), theirs: reached(3) - reached(4) },
    { ...none, step: 'submitted', people: sent.length, theirs: reached(4) - sent.length },
    {
      ...{ step: 'approved', people: decided('approved'), left: 0 },
      ...{ waits: decided(), theirs: decided('returned'), rejected: decided('rejected') },
    },
  ])
})

test('someone asked again has left only once nothing has happened for a week', async () => {
  const { pool } = app.database
  const [{ id, user_id: userId }] = (
    await pool.query("select id, user_id from cases where state = 'needs_resubmission'")
  ).rows
  const standing = async () => {
    const { theirs, left } = (await home(admin)).funnel.at(-1) ?? {}
    const listed = async (gap: 'theirs' | 'left') =>
      (await admin.call('GET', `/api/admin/users?${gap}=approved`)).json().count
    expect([await listed('theirs'), await listed('left')]).toEqual([theirs, left])
    return { theirs, left }
  }
  const changed = (at: Date) => pool.query('update cases set updated_at = $2 where id = $1', [id, at])
  await changed(hoursAgo(1))
  expect(await standing()).toEqual({ theirs: 1, left: 0 })
  await changed(hoursAgo(7 * 24 + 1))
  expect(await standing()).toEqual({ theirs: 0, left: 1 })
  await pool.query("insert into drafts values ($1, 'consumer', '{}', 1, $2)", [userId, hoursAgo(2)])
  expect(await standing()).toEqual({ theirs: 1, left: 0 })
  await pool.query("update cases set state = 'withdrawn' where id = $1", [id])
  expect(await standing()).toEqual({ theirs: 0, left: 1 })
  await pool.query("update cases set state = 'needs_resubmission' where id = $1", [id])
  await changed(NOW)
})

test('every figure of sign-ups and of the funnel that has a list of users is that list’s count', async () => {
  const listed = async (search: string): Promise<{ count: number; unlisted: number }> =>
    (await admin.call('GET', `/api/admin/users?${search}`)).json()
  const visitor = await app.visit()
  await app.database.transaction((tx) =>
    recordEvent(tx, {
      at: hoursAgo(2),
      type: 'application.begun',
      actor: { kind: 'system' },
      userId: visitor.id,
    }),
  )
  const { days, funnel } = await home(admin)
  for (const { day, signUps } of days)
    expect([day, await listed(`joined=${day}..${day}`)]).toMatchObject([day, { count: signUps, unlisted: 0 }])
  expect((await listed(`joined=${days[0]?.day}..${days.at(-1)?.day}`)).count).toBe(
    days.reduce((total, { signUps }) => total + signUps, 0),
  )
  for (const [index, { step, ...figures }] of funnel.entries()) {
    const found: Record<string, number> = {}
    for (const [how, query] of [
      ['people', 'came'],
      ...FUNNEL_GAPS.map((gap) => [gap, gap] as const),
    ] as const) {
      const { count: shown, unlisted } = await listed(`${query}=${step}`)
      found[how] = shown + unlisted
    }
    expect([step, found]).toEqual([step, figures])
    const { people, waits, theirs, rejected, left } = figures
    const before = funnel[index - 1]?.people ?? people
    expect([step, people + waits + theirs + rejected + left]).toEqual([step, before])
  }
  expect([await listed('came=begun'), await listed('came=selfie')]).toMatchObject([
    { unlisted: 1 },
    { unlisted: 0 },
  ])
  expect((await admin.call('GET', '/api/admin/users?joined=2026-02-30..2026-03-01')).statusCode).toBe(400)
  await app.database.pool.query('delete from begun_people where user_id = $1', [visitor.id])
})

test('each day has its sign-ups and decisions, in London, and none is left out', async () => {
  const { days } = await home(admin)
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([30, '2026-03-12', '2026-04-10'])
  const sum = (name: 'signUps' | 'approved' | 'returned' | 'rejected') =>
    atFirst.days.reduce((total, day) => total + day[name], 0)
  expect(sum('signUps')).toBe(count(isRecent))
  for (const as of ['approved', 'returned', 'rejected'] as const)
    expect([as, sum(as)]).toEqual([as, count((person) => isRecent(person) && person.decided?.as === as)])
  // Summer time began on 29 March: the hour before midnight in UTC is the next day in London.
  const late = await app.signIn()
  await app.database.pool.query("update users set created_at = '2026-04-01T23:30:00Z' where id = $1", [
    late.id,
  ])
  const later = (await home(admin)).days
  const grown = later.filter(({ signUps }, index) => signUps !== days[index]?.signUps)
  expect(grown.map(({ day }) => day)).toEqual(['2026-04-02'])
})

test('the median is that of the first decision on each submission', async () => {
  // The submissions of these days waited 10, 40, 70 and 100 hours. Because of Easter's bank holidays and the
  // weekend, 0, 0, 3 and 33 of these were working time.
  expect((await home(admin)).decisions).toEqual({
    count: 4,
    withinPromise: 2,
    medianHours: 55,
    medianWorkingHours: 1.5,
  })
  const { rows } = await app.database.pool.query(
    "select user_id, case_id from events where type = 'case.rejected'",
  )
  await app.database.transaction((tx) =>
    recordEvent(tx, {
      at: NOW,
      type: 'case.approved',
      actor: { kind: 'staff', id: admin.id },
      userId: Number(rows[0]?.user_id),
      caseId: Number(rows[0]?.case_id),
    }),
  )
  expect((await home(admin)).decisions.count).toBe(4)
})

test('working hours in SQL equal those of the rule', async () => {
  const moments = fc.date({ min: new Date('2025-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
  const spans = fc.array(fc.tuple(moments, fc.integer({ min: -HOUR_MS, max: 20 * 24 * HOUR_MS })), {
    minLength: 40,
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(spans, async (drawn) => {
      const pairs = drawn.map(([from, ms]) => [from, new Date(from.getTime() + ms)] as const)
      const { values, value } = bindings(
        pairs.map(([from]) => from),
        pairs.map(([, to]) => to),
      )
      const { rows } = await app.database.pool.query(
        withWorkingHours(
          'select * from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality as span (began, ended, place)',
          value,
        ),
        values,
      )
      expect(rows).toHaveLength(pairs.length)
      for (const { place, began, ended, working } of rows)
        expect([Number(place), working]).toEqual([
          expect.any(Number),
          expect.closeTo(workingMs(began, ended) / HOUR_MS, 6),
        ])
    }),
    { numRuns: 10 },
  )
})

test('R15 staff without an admin role read figures and no name; others nothing', async () => {
  const forAdmin = await home(admin)
  expect(forAdmin.next).toHaveLength(5)
  expect(forAdmin.activity[0]).toMatchObject({
    type: 'case.approved',
    by: 'Grace Hopper',
    person: { name: 'Amara Okafor' },
  })
  const forStaff = await home(staff)
  expect(forStaff).toMatchObject({
    next: null,
    mine: null,
    team: null,
    queue: { waiting: forAdmin.queue.waiting },
  })
  expect(JSON.stringify(forStaff)).not.toMatch(/Amara|Grace|@/)
  expect((await (await app.signIn()).call('GET', '/api/staff/home')).statusCode).toBe(403)
})

test('R15 finance reads the figures of the invoices’ lists, support who can’t be reached, and neither the other’s', async () => {
  const [finance, support] = [await app.signIn({ role: 'finance' }), await app.signIn({ role: 'support' })]
  const client = await newClient(admin)
  await newDraft(app, admin, client.id)
  const late = await newInvoice(app, admin, client.id)
  await newInvoice(app, admin, client.id)
  const dueAt = hoursAgo(48)
  await app.database.pool.query('update invoices set due_at = $2 where id = $1', [late.id, dueAt])
  const lost = await app.signIn({ name: 'Amara Okafor' })
  const moved = await app.signIn({ name: 'Bela Fern' })
  await app.database.pool.query(
    `insert into mails (message_key, kind, user_id, to_address, subject, html, text, created_at, bounced_at)
     select 'bounced ' || u.id, 'verification-approved', u.id, case when u.id = $1 then u.auth0_email else 'former@people.example' end,
       '', '', '', $3, $3 from users u where u.id in ($1, $2)`,
    [lost.id, moved.id, hoursAgo(3)],
  )
  const ofFinance = await home(finance)
  expect(ofFinance).toMatchObject({
    support: null,
    invoices: { open: 2, overdue: 1, draft: 1, overdueSince: dueAt.toISOString() },
  })
  for (const status of ['open', 'overdue', 'draft'] as const) {
    const listed = (await finance.call('GET', `/api/admin/invoices?status=${status}`)).json()
    expect([status, listed.invoices.length]).toEqual([status, ofFinance.invoices?.[status]])
  }
  expect(await home(support)).toMatchObject({
    invoices: null,
    support: { changes: 0, bounced: [{ id: lost.id, name: 'Amara Okafor', at: hoursAgo(3).toISOString() }] },
  })
  const viewed = "select 1 from events where type = 'admin.bounces_viewed' and actor_id = $1"
  expect((await app.database.pool.query(viewed, [support.id])).rows).toHaveLength(1)
})

test('a visitor’s application counts as waiting from the time it was claimed', async () => {
  const { rows } = await app.database.pool.query(
    "select user_id, case_id from events where type = 'case.submitted' and case_id not in (select case_id from events where type in ('case.approved', 'case.returned', 'case.rejected') and case_id is not null) order by at limit 1",
  )
  const about = { userId: Number(rows[0].user_id), caseId: Number(rows[0].case_id) }
  const tell = (at: Date, type: EventType) =>
    app.database.transaction((tx) => recordEvent(tx, { at, type, actor: { kind: 'system' }, ...about }))
  const before = (await home(admin)).decisions
  await tell(hoursAgo(5), 'application.claimed')
  await tell(NOW, 'case.approved')
  const { count: decided, withinPromise } = (await home(admin)).decisions
  expect([decided, withinPromise]).toEqual([before.count + 1, before.withinPromise + 1])
})
