import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { FUNNEL_GAPS, FUNNEL_STEPS } from '#contract/review/funnel-steps.ts'
import type { StaffHome } from '#contract/review/staff-home.ts'
import { FIGURE_DAYS } from '#contract/verification/case-limits.ts'
import { DUE_STATES, QUEUE_STATES } from '#contract/verification/case-states.ts'
import { type CaseKind, CaseState } from '#contract/verification/cases.ts'
import { addDays, londonDate, londonMidnight } from '#domain/plain-date.ts'
import { removeApplication } from '#server/model/applications/applications.ts'
import { moveApplication } from '#server/model/applications/claim-application.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { removePerson } from '#server/model/people/remove-person.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { caseOf } from '#server/testing/cases.ts'

const NOW = new Date('2026-04-10T10:00:00Z')
const HOUR_MS = 3_600_000
const PEOPLE = 12
const CHANGES = 160

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  app.clock.now = NOW
  admin = await app.signIn({ role: 'admin' })
})

let drawn = 0
/** Pseudo-random numbers that are the same in each run. */
const draw = (below: number) => {
  drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((drawn / 2_147_483_648) * below)
}
const pick = <T>(from: readonly T[]): T => from[draw(from.length)] as T
const someTimeAgo = () => new Date(NOW.getTime() - draw(40 * 24 * 60) * 60_000)

interface Person {
  userId: number
  caseId: number
  isVisitor: boolean
}
let people: Person[]

beforeEach(async () => {
  people = []
  drawn = 7
  for (let n = 0; n < PEOPLE; n++)
    people.push(await begin(n % 3 === 0, n % 4 === 3 ? 'business' : 'consumer'))
})

async function begin(isVisitor: boolean, kind: CaseKind, at = someTimeAgo()): Promise<Person> {
  const { id: caseId, userId } = await caseOf(app.database, NOW, { kind })
  await app.database.pool.query(
    "update cases set state = 'draft', round = 0, submitted_at = null, due_at = null where id = $1",
    [caseId],
  )
  if (isVisitor)
    await app.database.pool.query("update users set issuer = 'applicant' where id = $1", [userId])
  const person = { userId, caseId, isVisitor }
  await app.database.transaction((tx) =>
    tell(tx, person, isVisitor ? 'application.begun' : 'user.created', { inCase: false, at }),
  )
  return person
}

function tell(
  tx: Db,
  { userId, caseId }: Person,
  type: EventType,
  { after = {}, inCase = true, at = someTimeAgo() }: { after?: object; inCase?: boolean; at?: Date } = {},
) {
  return recordEvent(tx, {
    at,
    type,
    actor: { kind: 'system' },
    userId,
    caseId: inCase ? caseId : undefined,
    after,
  })
}

/** Changes to people, each in a transaction that locks their case, as the product does. */
const CHANGE = {
  consent: (tx, person) =>
    tell(tx, person, 'consent.accepted', { after: { name: 'main_risk_disclosure' }, inCase: false }),
  document: (tx, person) =>
    tell(tx, person, 'document.stored', {
      after: { slot: pick(['id-front', 'selfie', 'proof-of-address']) },
      inCase: draw(2) === 0,
    }),
  submit: async (tx, person) => {
    const at = someTimeAgo()
    await set(
      tx,
      person,
      "state = 'submitted', round = round + 1, submitted_at = $2, due_at = $2::timestamptz + interval '48 hours'",
      at,
    )
    await tell(tx, person, 'case.submitted')
  },
  decide: async (tx, person) => {
    const [state, type] = pick([
      ['approved', 'case.approved'],
      ['needs_resubmission', 'case.returned'],
      ['rejected', 'case.rejected'],
    ] as const)
    const approval = state === 'approved' ? { way: 'decision', reviewed: draw(3), total: 2 } : null
    await set(
      tx,
      person,
      'state = $2, approval = $3, due_at = null, assigned_to = null, claimed_by = null',
      state,
      approval,
    )
    await tell(tx, person, type)
  },
  assign: (tx, person) => set(tx, person, 'assigned_to = $2', draw(2) ? admin.id : null),
  claim: (tx, person) =>
    set(
      tx,
      person,
      'claimed_by = $2, claimed_at = $3',
      admin.id,
      new Date(NOW.getTime() - draw(2) * HOUR_MS),
    ),
  hold: (tx, person) => set(tx, person, 'due_at = null'),
  promise: (tx, person) =>
    set(tx, person, 'due_at = $2', new Date(NOW.getTime() + (draw(100) - 50) * HOUR_MS)),
  confirm: (tx, person) =>
    set(
      tx,
      person,
      "state = 'reverification_due', confirm_by = $2",
      londonMidnight(addDays(londonDate(NOW), draw(6) - 3)),
    ),
  state: (tx, person) => set(tx, person, 'state = $2', pick(CaseState.options)),
} satisfies Record<string, (tx: Db, person: Person) => Promise<unknown>>

function set(tx: Db, { caseId }: Person, what: string, ...values: unknown[]) {
  return tx.$client.query(`update cases set ${what} where id = $1`, [caseId, ...values])
}

/** Makes many changes, eight at a time, while `beside` runs. */
async function live(beside: () => Promise<unknown>): Promise<void> {
  const waiting = Array.from({ length: CHANGES }, () => ({
    person: pick(people),
    what: pick(Object.values(CHANGE)),
  }))
  const hand = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { person, what } = next
      await app.database.transaction(async (tx) => {
        await tx.$client.query('select from cases where id = $1 for update', [person.caseId])
        await what(tx, person)
      })
    }
  }
  let isOver = false
  const others = (async () => {
    while (!isOver) await beside()
  })()
  await Promise.all(Array.from({ length: 8 }, hand)).finally(() => {
    isOver = true
  })
  await others
}

/** Ends some: visitors become people or are deleted, and accounts are erased, with or without their evidence. */
async function end(): Promise<void> {
  const [toClaim, toRemove] = people.filter(({ isVisitor }) => isVisitor)
  const [claimer, ...others] = people.filter(({ isVisitor }) => !isVisitor)
  const policy = casePolicyOf(app.services.config)
  if (!toClaim || !toRemove || !claimer) throw new Error('There are enough people')
  await app.database.transaction(async (tx) => {
    await tx.$client.query('delete from cases where id = $1', [claimer.caseId])
    await moveApplication(tx, app.services.files, toClaim.userId, claimer.userId, NOW)
    await recordEvent(tx, {
      at: NOW,
      type: 'application.claimed',
      actor: { kind: 'user', id: claimer.userId },
      userId: claimer.userId,
      caseId: toClaim.caseId,
      before: { userId: toClaim.userId },
    })
  })
  await app.database.transaction((tx) =>
    removeApplication(tx, toRemove.userId, { at: NOW, actor: { kind: 'system' } }),
  )
  await Promise.all(
    others.slice(0, 4).map(({ userId }, index) =>
      app.database.transaction(async (tx) => {
        const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
        if (user) await removePerson(tx, user, { at: NOW, policy, evidence: index % 2 === 0 })
      }),
    ),
  )
}

async function home(): Promise<StaffHome> {
  const answer = await admin.call('GET', '/api/staff/home')
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const rowsOf = async (text: string, ...values: unknown[]) =>
  (await app.database.pool.query(text, values)).rows
const inList = async (search: string): Promise<number> =>
  (await admin.call('GET', `/api/admin/queue${search}`)).json().count

/** Compares with everything counted again: the queue from its lists, the rest from the whole ledger. */
async function expectExact(): Promise<void> {
  const { queue, today, states, days, decisions, funnel, lateConfirmations, unreviewedApprovals } =
    await home()
  const since = londonMidnight(addDays(londonDate(NOW), 1 - FIGURE_DAYS))
  const lists: Record<string, number> = { waiting: await inList('') }
  for (const due of DUE_STATES) lists[due] = await inList(`?due=${due}`)
  lists.nobody = await inList('?owner=nobody')
  lists.mine = await inList('?owner=me')
  expect(queue).toMatchObject(lists)
  expect(today).toMatchObject({
    due: await inList('?due=today'),
    toConfirm: await inList('?confirm=me'),
  })
  expect(lateConfirmations).toBe(await inList('?state=reverification_due&due=overdue'))
  expect(unreviewedApprovals).toBe(await inList('?approval=unreviewed'))
  for (const state of QUEUE_STATES) {
    const cases = states.filter((row) => row.state === state).reduce((sum, row) => sum + row.cases, 0)
    expect([state, cases]).toEqual([state, await inList(`?state=${state}`)])
  }
  const range = `${days[0]?.day}..${days.at(-1)?.day}`
  const types = {
    approved: 'case.approved',
    returned: 'case.returned',
    rejected: 'case.rejected',
  }
  for (const [name, type] of Object.entries(types)) {
    const counted = await rowsOf(
      `select to_char(at at time zone 'Europe/London', 'YYYY-MM-DD') as day, count(*)::int as n
       from events where type = $1 and at >= $2 group by 1 order by 1`,
      type,
      since,
    )
    const kept = days
      .map((day) => ({ day: day.day, n: day[name as keyof typeof types] }))
      .filter(({ n }) => n > 0)
    expect([name, kept]).toEqual([name, counted])
    const list = await admin.call('GET', `/api/admin/queue/decisions?days=${range}&outcome=${name}`)
    expect([name, list.json().count]).toEqual([name, kept.reduce((sum, { n }) => sum + n, 0)])
  }
  const [decided] = await rowsOf(DECIDED_AGAIN, since)
  expect(decisions).toMatchObject(decided)
  const [came] = await rowsOf(FUNNEL_AGAIN, since)
  expect(Object.fromEntries(funnel.map(({ step, people: n }) => [step, n]))).toEqual(came)
  for (const { step, ...gaps } of funnel)
    for (const gap of FUNNEL_GAPS) {
      const list = (await admin.call('GET', `/api/admin/users?${gap}=${step}`)).json()
      expect([step, gap, list.count + list.unlisted]).toEqual([step, gap, gaps[gap]])
    }
}

const DECIDED_AGAIN = `
  select count(*)::int as count, percentile_cont(0.5) within group (order by extract(epoch from e.at - s.at)::float8 / 3600) as "medianHours"
  from events e cross join lateral (
    select s.id, s.at from events s
    where s.case_id = e.case_id and s.type in ('case.submitted', 'application.claimed') and s.id < e.id order by s.id desc limit 1
  ) s
  where e.type in ('case.approved', 'case.returned', 'case.rejected') and e.at >= $1 and not exists (
    select from events p where p.case_id = e.case_id and p.id > s.id and p.id < e.id
      and p.type in ('case.approved', 'case.returned', 'case.rejected'))`

const FUNNEL_AGAIN = `
  with claims as (
    select (before->>'userId')::bigint as former, user_id as person from events where type = 'application.claimed'
  ), begun as (
    select distinct coalesce(c.person, e.user_id) as person from events e left join claims c on c.former = e.user_id
    where e.type in ('user.created', 'application.begun') and e.at >= $1
  ), ids as (
    select person, person as id from begun union select c.person, c.former from claims c join begun b on b.person = c.person
  ), seen as (
    select i.person, coalesce(bool_or(k.kind = 'business'), false) as company, coalesce(bool_or(k.kind = 'consumer'), false) as own,
      bool_or(e.type = 'consent.accepted' and e.after->>'name' = 'main_risk_disclosure') as risk_disclosure,
      bool_or(e.type like 'document.%' and e.after->>'slot' = 'id-front') as id_document,
      bool_or(e.type like 'document.%' and e.after->>'slot' = 'selfie') as selfie,
      bool_or(e.type like 'document.%' and e.after->>'slot' = 'proof-of-address') as proof_of_address,
      bool_or(e.type = 'case.submitted' and k.kind = 'consumer') as submitted,
      bool_or(e.type = 'case.approved' and k.kind = 'consumer') as approved
    from ids i left join events e on e.user_id = i.id left join cases k on k.id = e.case_id group by i.person
  )
  select ${FUNNEL_STEPS.map((step, index) => `count(*) filter (where ${['true', ...FUNNEL_STEPS.slice(1, index + 1)].join(' and ')})::int as ${step}`).join()}
  from seen s join users u on u.id = s.person where (own or not s.company)
    and (risk_disclosure or id_document or selfie or proof_of_address or submitted or approved
      or not (u.is_admin or u.is_super_admin or u.roles <> '{}'))`

const fold = () => app.database.pool.query('select fold_figures()')
const fill = () => app.database.pool.query('select fill_figures(7) as more')

test('after many changes at once, claims and erasures, every figure equals a new count', async () => {
  await live(fold)
  await expectExact()
  await end()
  await expectExact()
  await fold()
  await expectExact()
  expect(await rowsOf('select name, day from kept_figures group by 1, 2 having count(*) > 1')).toEqual([])
})

test('figures that are filled while people change the data are exact, and an interrupted filling resumes', async () => {
  const { pool } = app.database
  await pool.query('truncate kept_figures, begun_people, first_decisions')
  await pool.query('update figure_fills set filled_to = 0, is_whole = false')
  let fills = 0
  await live(async () => {
    // The first is killed before it commits.
    if (fills++ > 0) return fill()
    return app.database
      .transaction(async (tx) => {
        await tx.$client.query('select fill_figures(7)')
        throw new Error('killed')
      })
      .catch(() => {})
  })
  while ((await fill()).rows[0].more) {
    // Repeated until the database says that everything is counted.
  }
  await expectExact()
  await end()
  await expectExact()
})

test('a company started by a visitor stays out of the funnel when their application is deleted', async () => {
  const before = (await home()).funnel
  const visitor = await begin(true, 'business')
  await app.database.transaction((tx) => CHANGE.submit(tx, visitor))
  await app.database.transaction((tx) =>
    removeApplication(tx, visitor.userId, { at: NOW, actor: { kind: 'system' } }),
  )
  expect((await home()).funnel).toEqual(before)
})

test('staff are in the funnel only once they take a step of an application', async () => {
  const before = (await home()).funnel
  const colleague = await begin(false, 'consumer', NOW)
  expect((await home()).funnel).not.toEqual(before)
  await app.database.pool.query("update users set roles = '{reviewer}' where id = $1", [colleague.userId])
  expect((await home()).funnel).toEqual(before)
  await app.signIn({ roles: ['support'] })
  expect((await home()).funnel).toEqual(before)
  await app.database.transaction((tx) => CHANGE.consent(tx, colleague))
  expect((await home()).funnel).not.toEqual(before)
  await expectExact()
})
