import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { QueueRow } from '#contract/review/review-queue.ts'
import { CLAIM_IDLE_MINUTES } from '#contract/verification/case-limits.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { ownCase } from '#server/features/onboarding/own-case.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { caseOf } from '#server/testing/cases.ts'
import { submitted, submittedBusiness } from '#server/testing/journeys.ts'
import { decideOn, openCase } from '#server/testing/reviews.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { countLapsedClaims, recordLapsedClaims } from './record-lapsed-claims.ts'

let app: TestApp
let grace: TestUser
let alan: TestUser
const MORNING = new Date('2026-03-10T10:00:00Z')
const afterMinutes = (minutes: number) => new Date(MORNING.getTime() + minutes * 60_000)

beforeAll(async () => {
  // Longer than a claim, so that a claim can lapse while its reviewer is still signed in.
  app = await testApp({ env: { ADMIN_SESSION_IDLE_MINUTES: '120' } })
  grace = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
  alan = await app.signIn({ role: 'admin', name: 'Alan Turing' })
})
beforeEach(async () => {
  app.clock.now = MORNING
  // Each test has the queue to itself.
  await app.database.pool.query(
    "update cases set state = 'withdrawn', claimed_by = null, claimed_at = null, assigned_to = null",
  )
})

const seeded = (wanted: Parameters<typeof caseOf>[2] = {}) => caseOf(app.database, MORNING, wanted)
const claimUrl = (userId: number) => `/api/admin/users/${userId}/kyc-claim`
async function queue(
  who: TestUser,
  search = '',
): Promise<{ cases: QueueRow[]; count: number; isNear: boolean; nextCursor: string | null }> {
  const answer = await who.call('GET', `/api/admin/queue${search}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
/** The cases of every page, one after the other. */
async function walked(search: string): Promise<number[]> {
  const ids: number[] = []
  for (let cursor = ''; ; ) {
    const page = await queue(grace, `?limit=1&${search}${cursor}`)
    ids.push(...page.cases.map(({ id }) => id))
    if (!page.nextCursor) return ids
    cursor = `&cursor=${page.nextCursor}`
  }
}
const idsOf = async (search = '', who = grace) => (await queue(who, search)).cases.map(({ id }) => id)

describe('finding in the queue', () => {
  test('filters by words of the person or the company, even with a wrong letter, and says so', async () => {
    const found = await seeded({ submittedHoursAgo: 2 })
    await seeded({ submittedHoursAgo: 3 })
    await app.database.pool.query("update users set name = 'Élodie Quast' where id = $1", [found.userId])
    for (const [q, isNear] of [
      ['elodie', false],
      ['quast elo', false],
      ['Qaust', true],
    ] as const)
      expect([q, await queue(grace, `?q=${q}`)]).toMatchObject([
        q,
        { count: 1, isNear, cases: [{ id: found.id }] },
      ])
    expect(await queue(grace, '?q=elodie&state=approved')).toMatchObject({ count: 0, isNear: false })
  })

  test('sorts by the day of submission or the promise, in both directions, page by page', async () => {
    const ids: number[] = []
    for (const hours of [5, 50, 20, 30]) ids.push((await seeded({ submittedHoursAgo: hours })).id)
    const [a, b, c, d] = ids
    for (const [search, expected] of [
      ['sort=submitted', [b, d, c, a]],
      ['sort=submitted&order=desc', [a, c, d, b]],
      ['sort=promise&order=desc', [a, c, d, b]],
      ['sort=promise', [b, d, c, a]],
    ] as const)
      expect([search, await walked(search)]).toEqual([search, expected])
  })

  test('sorts by name, status and reviewer, in both directions, page by page', async () => {
    const [a, b, c, d] = [
      await seeded({ submittedHoursAgo: 4 }),
      await seeded({ submittedHoursAgo: 3, state: 'in_review' }),
      await seeded({ submittedHoursAgo: 2 }),
      await seeded({ submittedHoursAgo: 1 }),
    ]
    const call = (person: number, name: string | null) =>
      app.database.pool.query('update users set name = $2 where id = $1', [person, name])
    await call(a.userId, 'Zora Quist')
    await call(b.userId, 'Éva Quist')
    await call(c.userId, 'eve Quist')
    await call(d.userId, null)
    const [ann, zed] = [await app.signIn({ role: 'admin' }), await app.signIn({ role: 'admin' })]
    await call(ann.id, 'Ann Aaron')
    await call(zed.id, 'Zed Zabel')
    const assign = (caseId: number, to: TestUser) =>
      app.database.pool.query('update cases set assigned_to = $2 where id = $1', [caseId, to.id])
    await assign(a.id, zed)
    await assign(c.id, ann)
    for (const [search, expected] of [
      ['sort=name', [b, c, a, d]],
      ['sort=name&order=desc', [a, c, b, d]],
      ['sort=state', [a, c, d, b]],
      ['sort=state&order=desc', [b, a, c, d]],
      ['sort=reviewer', [c, a, b, d]],
      ['sort=reviewer&order=desc', [a, c, d, b]],
      ['sort=reviewer&q=quist', [c, a, b]],
    ] as const)
      expect([search, await walked(search)]).toEqual([search, expected.map(({ id }) => id)])
    expect((await grace.call('GET', '/api/admin/queue?sort=email')).statusCode).toBe(400)
  })

  test('sorts by status in the order of a case’s life, the most urgent first in each, and those due together by number', async () => {
    const at = (state: CaseState, submittedHoursAgo: number) => seeded({ state, submittedHoursAgo })
    const second = await at('awaiting_second_approval', 9)
    const [later, sooner, twin] = [
      await at('in_review', 2),
      await at('in_review', 3),
      await at('in_review', 3),
    ]
    const first = await at('submitted', 1)
    for (const [search, expected] of [
      ['sort=state', [first, sooner, twin, later, second]],
      ['sort=state&order=desc', [second, sooner, twin, later, first]],
      ['sort=state&owner=nobody', [first, sooner, twin, later, second]],
      ['state=in_review', [sooner, twin, later]],
      ['', [second, sooner, twin, later, first]],
    ] as const)
      expect([search, await walked(search)]).toEqual([search, expected.map(({ id }) => id)])
    await app.database.pool.query("update users set name = 'Quill Quarry' where id = any($1)", [
      [first, sooner, second].map(({ userId }) => userId),
    ])
    expect(await walked('sort=state&q=quill')).toEqual([first.id, sooner.id, second.id])
    expect((await grace.call('GET', '/api/admin/queue?sort=state&cursor=WyJ4IiwiMSJd')).statusCode).toBe(400)
  })

  test('finds the case whose number is typed whatever the filters are, and no other', async () => {
    const done = await seeded({ state: 'approved' })
    await app.database.pool.query('update cases set due_at = null where id = $1', [done.id])
    await seeded({ userId: done.userId, kind: 'business' })
    for (const search of ['', '&state=submitted', '&owner=me&kind=business', '&due=overdue&sort=name'])
      expect([search, await idsOf(`?q=vc ${done.id}${search}`)]).toEqual([search, [done.id]])
    const draft = await seeded({ state: 'draft' })
    await app.database.pool.query('update cases set round = 0 where id = $1', [draft.id])
    expect(await queue(grace, `?q=VC-${draft.id}`)).toMatchObject({ count: 0, cases: [] })
  })

  test('lists what was withdrawn and what expired', async () => {
    const [gone, late] = [await seeded({ state: 'withdrawn' }), await seeded({ state: 'expired' })]
    expect(await idsOf('?state=withdrawn')).toContain(gone.id)
    expect(await idsOf('?state=expired')).toEqual([late.id])
  })

  test('names the company of an erased person only to those who may read retained data', async () => {
    const person = await submittedBusiness(await app.signIn(), { legalName: 'Fern Hill Carbon Limited' })
    await app.database.pool.query("update cases set state = 'withdrawn' where user_id = $1", [person.id])
    await app.database.pool.query("update users set issuer = 'erased', name = null where id = $1", [
      person.id,
    ])
    const nameFor = async (who: TestUser) =>
      (await queue(who, '?state=withdrawn')).cases.find(({ userId }) => userId === person.id)?.name
    expect(await nameFor(grace)).toBeNull()
    expect(await nameFor(await app.signIn({ role: 'superAdmin' }))).toBe('Fern Hill Carbon Limited')
    const home = await grace.call('GET', '/api/staff/home')
    expect(home.body).not.toContain('Fern Hill Carbon')
  })
})

describe('the queue', () => {
  test('lists what waits for reviewers, overdue first, then due soon, page by page', async () => {
    const [fresh, late, soon] = [
      await seeded({ submittedHoursAgo: 1 }),
      await seeded({ submittedHoursAgo: 60 }),
      await seeded({ submittedHoursAgo: 40, state: 'in_review' }),
    ]
    for (const state of ['draft', 'needs_resubmission', 'approved', 'withdrawn'] as const)
      await seeded({ state })
    const { cases, count } = await queue(grace)
    expect(cases.map(({ id, dueState }) => [id, dueState])).toEqual([
      [late.id, 'overdue'],
      [soon.id, 'due_soon'],
      [fresh.id, 'on_time'],
    ])
    expect(count).toBe(3)
    const first = await queue(grace, '?limit=2')
    expect(first).toMatchObject({ count: 3, cases: [{ id: late.id }, { id: soon.id }] })
    expect(await idsOf(`?limit=2&cursor=${first.nextCursor}`)).toEqual([fresh.id])
  })

  test('shows the working time of each case, which its reviewer and its applicant read, too', async () => {
    app.clock.now = new Date('2026-04-02T10:00:00Z')
    const person = await submitted(await app.signIn())
    // Good Friday, a weekend and Easter Monday; summer time has started.
    app.clock.now = new Date('2026-04-07T10:00:00Z')
    const reviewer = await app.signIn({ role: 'admin' })
    const read = async () => [
      (await queue(reviewer)).cases.find(({ userId }) => userId === person.id)?.workingMs,
      (await openCase(reviewer, person.id)).workingMs,
      (await ownCase(app.database.db, person.id, 'consumer', { now: app.clock.now, dateStyle: 'us' }))
        ?.workingMs,
    ]
    expect(await read()).toEqual(Array(3).fill(24 * 3_600_000))
    await reviewer.call('POST', claimUrl(person.id), {})
    app.clock.now = new Date('2026-04-07T11:00:00Z')
    expect(await read()).toEqual(Array(3).fill(25 * 3_600_000))
    await decideOn(reviewer, person.id, await openCase(reviewer, person.id), { selfie: 'SELFIE_UNCLEAR' })
    app.clock.now = new Date('2026-04-07T11:30:00Z')
    expect((await openCase(reviewer, person.id)).workingMs).toBe(25 * 3_600_000)
  })

  test('is filtered by state, account type, owner and promise', async () => {
    const late = await seeded({ submittedHoursAgo: 49 })
    const edge = await seeded({ submittedHoursAgo: 48 })
    const company = await seeded({ kind: 'business', state: 'in_review' })
    const decided = await seeded({ state: 'approved', submittedHoursAgo: 100 })
    expect(await idsOf('?due=overdue')).toEqual([late.id])
    expect(await idsOf('?due=due_soon')).toEqual([edge.id])
    expect(await idsOf('?due=on_time')).toEqual([company.id])
    expect(await idsOf('?kind=business')).toEqual([company.id])
    expect(await idsOf('?state=in_review')).toEqual([company.id])
    expect(await idsOf('?state=approved')).toEqual([decided.id])
    expect(await idsOf('?state=approved&due=overdue')).toEqual([])
    await grace.call('POST', claimUrl(late.userId), {})
    await grace.call('POST', '/api/admin/queue/assign', { cases: [edge.id], to: alan.id })
    expect(await idsOf('?owner=me')).toEqual([late.id])
    expect(await idsOf(`?owner=${alan.id}`)).toEqual([edge.id])
    expect(await idsOf('?owner=nobody')).toEqual([company.id])
    app.clock.now = afterMinutes(CLAIM_IDLE_MINUTES)
    expect(await idsOf('?owner=nobody')).toEqual([late.id, company.id])
    expect((await grace.call('GET', '/api/admin/queue?state=draft')).statusCode).toBe(400)
    expect((await grace.call('GET', '/api/admin/queue?cursor=x')).statusCode).toBe(400)
  })

  test('lists what is due today, in London, and what its reader may confirm', async () => {
    const dueNow = await seeded({ submittedHoursAgo: 48 })
    const dueTonight = await seeded({ submittedHoursAgo: 48 - 13.9 })
    await seeded({ submittedHoursAgo: 48 - 14 })
    await seeded({ submittedHoursAgo: 48.1 })
    const set = (id: number, what: string) =>
      app.database.pool.query(`update cases set ${what} where id = $1`, [id])
    expect(await idsOf('?due=today')).toEqual([dueNow.id, dueTonight.id])
    const reader = await app.signIn({ role: 'admin' })
    for (const by of [reader, alan])
      await set(
        (await seeded({ state: 'awaiting_second_approval' })).id,
        `proposal = '{"kind":"approval","by":"${by.id}","at":"2026-03-10T09:00:00Z","note":null}'`,
      )
    await seeded({ state: 'awaiting_second_approval', userId: reader.id })
    const { cases: toConfirm } = await queue(reader, '?confirm=me')
    expect(toConfirm.map(({ proposedBy }) => proposedBy)).toEqual(['Alan Turing'])
    const auditor = await app.signIn({ role: 'auditor' })
    expect((await queue(auditor, '?confirm=me')).cases).toEqual([])
  })

  test('shows the lines of each case, and what was submitted again, but nothing of the reader’s own', async () => {
    const { id: userId } = await submitted(await app.signIn())
    await grace.call('POST', claimUrl(userId), {})
    const rowOf = async (who: TestUser) => (await queue(who)).cases.find((row) => row.userId === userId)
    expect(await rowOf(grace)).toMatchObject({ lines: Array(6).fill('with_us'), answered: [] })
    const reviewCase = await openCase(grace, userId)
    await grace.call('PUT', `/api/admin/users/${userId}/kyc-verdicts`, {
      version: reviewCase.version,
      items: [{ item: 'selfie', decision: 'retry', reasons: ['SELFIE_UNCLEAR'] }],
    })
    expect((await rowOf(grace))?.lines.filter((line) => line === 'look_again')).toHaveLength(1)
    await app.database.pool.query(
      `update cases set round = 2, items = (
         select jsonb_agg(item || jsonb_build_object('isSettled', item->>'key' <> 'selfie')) from jsonb_array_elements(items) item
       ) where user_id = $1`,
      [userId],
    )
    expect(await rowOf(grace)).toMatchObject({ answered: ['Selfie'] })
    const own = await app.signIn({ role: 'admin' })
    await seeded({ userId: own.id })
    expect((await queue(own)).cases.find(({ isOwn }) => isOwn)).toMatchObject({ lines: [], answered: [] })
  })

  test('does not show a visitor’s unclaimed application', async () => {
    const visitor = await app.visit()
    const { id } = await seeded({ userId: visitor.id })
    expect(await idsOf()).toEqual([])
    expect((await grace.call('POST', '/api/admin/queue/next', {})).json()).toEqual({ case: null, skipped: 0 })
    const answer = await grace.call('POST', '/api/admin/queue/assign', { cases: [id], to: alan.id })
    expect(answer.json()).toEqual({ assigned: 0, refused: [{ id, message: 'There is no such case.' }] })
  })

  test('R24 a look at it is recorded, and not again while the page is open', async () => {
    const reader = await app.signIn({ role: 'admin' })
    await queue(reader)
    app.clock.now = afterMinutes(14)
    await queue(reader)
    expect(await eventsOf(app.database, reader.id, 'admin.queue_viewed')).toHaveLength(1)
    app.clock.now = afterMinutes(15)
    await queue(reader)
    expect(await eventsOf(app.database, reader.id, 'admin.queue_viewed')).toHaveLength(2)
  })
})

describe('a claim', () => {
  test('R49 is made once by two at once; the other reviewer reads who has the case, and until when', async () => {
    for (let time = 0; time < 5; time++) {
      const { userId } = await seeded()
      const answers = await Promise.all(
        [grace, alan].map((reviewer) => reviewer.call('POST', claimUrl(userId), {})),
      )
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      const winner = answers[0]?.statusCode === 200 ? 'Grace Hopper' : 'Alan Turing'
      expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
        error: 'INVALID_STATE',
        conflict: { claimedBy: winner, claimedUntil: afterMinutes(CLAIM_IDLE_MINUTES).toISOString() },
      })
      expect(await eventsOf(app.database, userId, 'case.claimed')).toHaveLength(1)
    }
  })

  test('lapses after 30 idle minutes; claiming it again renews it, and reading the case does not', async () => {
    const { userId } = await seeded()
    const claimed = (await grace.call('POST', claimUrl(userId), {})).json().case
    app.clock.now = afterMinutes(20)
    const again = (await grace.call('POST', claimUrl(userId), {})).json().case
    expect(again).toMatchObject({ version: claimed.version, owner: { isYou: true } })
    app.clock.now = afterMinutes(49)
    await openCase(grace, userId)
    expect((await alan.call('POST', claimUrl(userId), {})).statusCode).toBe(409)
    app.clock.now = afterMinutes(50)
    expect((await alan.call('POST', claimUrl(userId), {})).json().case.owner).toMatchObject({
      name: 'Alan Turing',
    })
  })

  test('stops others from deciding, is taken over by explicit request, and can be released', async () => {
    const { userId } = await seeded()
    await grace.call('POST', claimUrl(userId), {})
    const review = await openCase(alan, userId)
    const verdicts = { version: review.version, items: [{ item: 'name', decision: 'accepted' }] }
    const refused = await alan.call('PUT', `/api/admin/users/${userId}/kyc-verdicts`, verdicts)
    expect(refused.json()).toMatchObject({ error: 'INVALID_STATE', conflict: { claimedBy: 'Grace Hopper' } })
    expect((await alan.call('POST', `/api/admin/users/${userId}/kyc-release`, {})).statusCode).toBe(409)
    expect((await alan.call('POST', claimUrl(userId), { takeOver: true })).json().case.owner.isYou).toBe(true)
    const free = await alan.call('POST', `/api/admin/users/${userId}/kyc-release`, {})
    expect(free.json().case).toMatchObject({ owner: null, state: 'in_review' })
  })

  test('R23 is refused on one’s own case, in every way', async () => {
    const { id, userId } = await seeded({ userId: grace.id })
    expect((await grace.call('POST', claimUrl(userId), {})).statusCode).toBe(403)
    expect((await grace.call('POST', '/api/admin/queue/next', {})).json()).toEqual({ case: null, skipped: 0 })
    const answer = await alan.call('POST', '/api/admin/queue/assign', { cases: [id], to: grace.id })
    expect(answer.json().refused).toEqual([{ id, message: 'You can’t review your own case.' }])
    expect((await queue(grace)).cases).toMatchObject([{ id, isOwn: true }])
  })
})

describe('claim next', () => {
  test('R49 never gives two reviewers the same case, however many ask at once', async () => {
    const waiting = []
    for (let n = 0; n < 12; n++) waiting.push((await seeded({ submittedHoursAgo: n })).id)
    const reviewers = [
      grace,
      alan,
      await app.signIn({ role: 'admin' }),
      await app.signIn({ role: 'superAdmin' }),
    ]
    const given: number[] = []
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(
        reviewers.map((reviewer) => reviewer.call('POST', '/api/admin/queue/next', {})),
      )
      given.push(...answers.flatMap((answer) => answer.json().case?.id ?? []))
    }
    expect(given.toSorted((a, b) => a - b)).toEqual(waiting.toSorted((a, b) => a - b))
  })

  test('gives the most urgent first: unclaimed, assigned to the caller, or lapsed', async () => {
    const others = await seeded({ submittedHoursAgo: 70 })
    const held = await seeded({ submittedHoursAgo: 60 })
    const mine = await seeded({ submittedHoursAgo: 50 })
    const company = await seeded({ submittedHoursAgo: 10, kind: 'business' })
    await grace.call('POST', '/api/admin/queue/assign', { cases: [others.id], to: alan.id })
    await grace.call('POST', '/api/admin/queue/assign', { cases: [mine.id], to: grace.id })
    await alan.call('POST', claimUrl(held.userId), {})
    const next = async (body = {}) => (await grace.call('POST', '/api/admin/queue/next', body)).json().case
    expect(await next({ kind: 'business' })).toMatchObject({
      id: company.id,
      userId: company.userId,
      kind: 'business',
      // The answer shows them the case, which is recorded like any other reading of it.
      review: { id: company.id, owner: { isYou: true }, documentsOpen: expect.anything() },
    })
    expect(await eventsOf(app.database, company.userId, 'case.viewed')).toHaveLength(1)
    expect((await next()).id).toBe(mine.id)
    expect(await next()).toBeNull()
    app.clock.now = afterMinutes(CLAIM_IDLE_MINUTES)
    expect((await next()).id).toBe(held.id)
  })
})

describe('claim next of a list', () => {
  const next = (by: TestUser, body: object) => by.call('POST', '/api/admin/queue/next', body)

  test('only gives its own cases, the most urgent first', async () => {
    const late = await seeded({ submittedHoursAgo: 60 })
    const soon = await seeded({ submittedHoursAgo: 40 })
    const early = await seeded({ submittedHoursAgo: 2 })
    const mine = await seeded({ submittedHoursAgo: 1 })
    await grace.call('POST', '/api/admin/queue/assign', { cases: [mine.id], to: grace.id })
    expect((await next(grace, { owner: 'me' })).json().case.id).toBe(mine.id)
    expect((await next(grace, { due: 'on_time' })).json().case.id).toBe(early.id)
    expect((await next(alan, { owner: grace.id })).json().case).toBeNull()
    expect((await next(alan, { due: 'due_soon', state: 'submitted' })).json().case.id).toBe(soon.id)
    expect((await next(alan, { due: 'due_soon' })).json()).toEqual({ case: null, skipped: 0 })
    expect((await next(alan, { kind: 'consumer', owner: 'nobody' })).json().case.id).toBe(late.id)
    expect((await next(alan, { state: 'approved' })).statusCode).toBe(400)
  })

  test('counts the list’s skipped cases, and gives each to one of many at once', async () => {
    const skipped = await seeded({ submittedHoursAgo: 60 })
    const list = []
    for (let n = 0; n < 6; n++) list.push((await seeded({ submittedHoursAgo: 50 + n })).id)
    await seeded({ submittedHoursAgo: 1 })
    expect((await next(grace, { due: 'overdue' })).json().case.id).toBe(skipped.id)
    await grace.call('POST', `/api/admin/users/${skipped.userId}/kyc-skip`, {})
    await alan.call('POST', claimUrl(skipped.userId), {})
    const others = [await app.signIn({ role: 'admin' }), await app.signIn({ role: 'superAdmin' })]
    const answers = await Promise.all(
      [grace, grace, grace, ...others, ...others].map((by) => next(by, { due: 'overdue' })),
    )
    const given = answers.flatMap((answer) => answer.json().case?.id ?? [])
    expect(given.toSorted((a, b) => a - b)).toEqual(list)
    await alan.call('POST', `/api/admin/users/${skipped.userId}/kyc-release`, {})
    await app.database.pool.query('update cases set claimed_by = null where claimed_by = $1', [grace.id])
    await app.database.pool.query("update cases set state = 'approved' where id = any($1)", [list])
    expect((await next(grace, { due: 'overdue' })).json()).toEqual({ case: null, skipped: 1 })
    expect((await next(grace, { due: 'due_soon' })).json()).toEqual({ case: null, skipped: 0 })
  })
})

describe('the cases claimed by one person through "next"', () => {
  const next = (by: TestUser) => by.call('POST', '/api/admin/queue/next', {})
  const heldBy = async ({ id }: TestUser) =>
    (await app.database.pool.query('select 1 from cases where claimed_by = $1', [id])).rowCount

  test('are three at most, however many are requested at once', async () => {
    for (let n = 0; n < 8; n++) await seeded()
    const answers = await Promise.all(Array.from({ length: 8 }, () => next(grace)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 200, 200, 409, 409, 409, 409, 409,
    ])
    expect(await heldBy(grace)).toBe(3)
    const refused = await next(grace)
    expect(refused.json().message).toMatch(/You have 3 cases in hand/)
    // Another one has room, and a lapsed claim no longer counts.
    expect((await next(alan)).statusCode).toBe(200)
    app.clock.now = afterMinutes(CLAIM_IDLE_MINUTES)
    expect((await next(grace)).statusCode).toBe(200)
  })

  test('are one fewer after a skip, and the skipped case returns later and goes to others at once', async () => {
    const first = await seeded({ submittedHoursAgo: 60 })
    const second = await seeded({ submittedHoursAgo: 50 })
    expect((await next(grace)).json().case.id).toBe(first.id)
    const skip = (by: TestUser) => by.call('POST', `/api/admin/users/${first.userId}/kyc-skip`, {})
    expect((await skip(alan)).statusCode).toBe(409)
    const [skipped, skippedAgain] = await Promise.all([skip(grace), skip(grace)])
    expect([skipped.statusCode, skippedAgain.statusCode]).toEqual([200, 200])
    expect(skipped.json().case).toMatchObject({ owner: null })
    expect((await next(grace)).json().case.id).toBe(second.id)
    expect((await next(grace)).json()).toEqual({ case: null, skipped: 1 })
    app.clock.now = afterMinutes(60)
    expect((await next(grace)).json().case.id).toBe(first.id)
    await skip(grace)
    expect((await next(alan)).json().case.id).toBe(first.id)
    const { events } = await openCase(alan, first.userId)
    expect(events.filter(({ type }) => type === 'case.skipped')).toHaveLength(2)
  })

  test('are reported when a claim lapses: in the case, its history, and a notice, once', async () => {
    const { id, userId } = await seeded()
    await grace.call('POST', claimUrl(userId), {})
    app.clock.now = afterMinutes(CLAIM_IDLE_MINUTES)
    expect(await countLapsedClaims(app.services)).toBe(1)
    const runs = await Promise.all([recordLapsedClaims(app.services), recordLapsedClaims(app.services)])
    expect(runs.sort()).toEqual([0, 1])
    expect(await countLapsedClaims(app.services)).toBe(0)
    const review = await openCase(grace, userId)
    expect(review).toMatchObject({
      owner: null,
      lapsedClaim: { isYou: true, at: app.clock.now.toISOString() },
    })
    expect((await openCase(alan, userId)).lapsedClaim).toMatchObject({ isYou: false, name: 'Grace Hopper' })
    // Alan claims it, which is not a second lapse.
    await alan.call('POST', claimUrl(userId), {})
    const { events, lapsedClaim } = await openCase(grace, userId)
    expect(events.filter(({ type }) => type === 'case.claim_lapsed')).toHaveLength(1)
    expect(lapsedClaim).toBeNull()
    const path = `/admin/users/${userId}?tab=kyc`
    const told = async () => {
      const { notices } = (await grace.call('GET', '/api/notices')).json()
      return notices.find(
        (notice: { title: string; path: string }) =>
          notice.title.includes('has lapsed') && notice.path === path,
      )
    }
    expect(await told()).toMatchObject({ path, isUrgent: false, isRead: false })
    // Her notice is done with once she has the case again.
    await alan.call('POST', `/api/admin/users/${userId}/kyc-release`, {})
    await grace.call('POST', claimUrl(userId), {})
    expect(await told()).toMatchObject({ path, isRead: true })
    expect(id).toBeGreaterThan(0)
  })

  test('are also reported if another reviewer notices it first', async () => {
    const { userId } = await seeded()
    await grace.call('POST', claimUrl(userId), {})
    app.clock.now = afterMinutes(CLAIM_IDLE_MINUTES)
    await alan.call('POST', claimUrl(userId), {})
    const { events } = await openCase(alan, userId)
    expect(events.map(({ type }) => type).slice(0, 3)).toEqual([
      'case.claimed',
      'case.claim_lapsed',
      'case.claimed',
    ])
  })
})

describe('assigning', () => {
  test('sends the person one notice, however many cases, and names who and what', async () => {
    const ada = await app.signIn({ role: 'admin', name: 'Ada Admin' })
    const people = [await seeded(), await seeded(), await seeded()]
    const assign = (cases: number[]) => grace.call('POST', '/api/admin/queue/assign', { cases, to: ada.id })
    await assign(people.map(({ id }) => id))
    await assign(people.map(({ id }) => id))
    const alone = await seeded({ kind: 'business' })
    await assign([alone.id])
    const { notices } = (await ada.call('GET', '/api/notices')).json()
    expect(notices).toMatchObject([
      {
        title: expect.stringMatching(/^Grace Hopper assigned .+ to you$/),
        path: `/admin/users/${alone.userId}?tab=business`,
      },
      { title: 'Grace Hopper assigned 3 cases to you', path: '/admin/queue?owner=me' },
    ])
    expect(notices[0].title).not.toContain('{about}')
  })

  test('assigns many cases at once, names each that cannot be assigned, and is recorded with the name', async () => {
    const [first, second, done] = [await seeded(), await seeded(), await seeded({ state: 'approved' })]
    const cases = [first.id, second.id, done.id, 987_654_321]
    const answer = await grace.call('POST', '/api/admin/queue/assign', { cases, to: alan.id })
    expect(answer.json()).toEqual({
      assigned: 2,
      refused: [
        { id: done.id, message: 'A case cannot go from approved to in review.' },
        { id: 987_654_321, message: 'There is no such case.' },
      ],
    })
    expect((await queue(grace)).cases).toMatchObject([
      { state: 'submitted', owner: { name: 'Alan Turing', until: null, isYou: false } },
      { owner: { id: alan.id } },
    ])
    const { events } = (await grace.call('GET', `/api/admin/users/${first.userId}/kyc-case`)).json().case
    expect(events).toContainEqual(
      expect.objectContaining({ title: 'Assigned to Alan Turing', actor: 'Grace Hopper' }),
    )
    const back = await grace.call('POST', '/api/admin/queue/assign', { cases: [first.id], to: null })
    expect(back.json()).toEqual({ assigned: 1, refused: [] })
    expect(await idsOf('?owner=nobody')).toEqual([first.id])
  })

  test('is only for the administrators of the staff', async () => {
    const { id } = await seeded()
    const [plain, stranger] = [await app.signIn({ role: 'staff' }), await app.signIn()]
    for (const { id: to } of [plain, stranger]) {
      const answer = await grace.call('POST', '/api/admin/queue/assign', { cases: [id], to })
      expect(answer.json()).toMatchObject({ error: 'VALIDATION_ERROR', fields: { to: expect.any(String) } })
    }
    const { reviewers } = (await grace.call('GET', '/api/admin/reviewers')).json()
    const ids = reviewers.map((reviewer: { id: number }) => reviewer.id)
    expect(ids).toEqual(expect.arrayContaining([grace.id, alan.id]))
    expect(ids).not.toContain(plain.id)
  })
})
