import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { HELD_DATA } from '#server/features/privacy/exports/held-data.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { caseOf } from '#server/testing/cases.ts'
import { uploadPicture } from '#server/testing/journeys.ts'
import { openCase } from '#server/testing/reviews.ts'
import { eventsOf, rowsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let admin: TestUser
let boss: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
  boss = await app.signIn({ role: 'superAdmin', name: 'Alan Turing' })
})

const url = (userId: number, call: string) => `/api/admin/users/${userId}/kyc-${call}`

/** The notices of a member of staff about a person, newest first. */
const noticesOf = async (staff: TestUser, about: TestUser): Promise<string[]> =>
  (await staff.call('GET', '/api/notices'))
    .json()
    .notices.flatMap(({ path, title }: { path: string; title: string }) =>
      path.startsWith(`/admin/users/${about.id}?`) ? [title] : [],
    )

/** A case without its documents, which a super admin proposes to approve anyway: another person must agree. */
async function proposed(): Promise<{ person: TestUser; version: number }> {
  const person = await app.signIn()
  await caseOf(app.database, app.clock.now, { userId: person.id, items: ['name', 'selfie'] })
  const answer = await boss.call('PUT', url(person.id, 'status'), {
    kyc_status: 'approved',
    override: true,
    note: 'Seen in person',
  })
  expect(answer.json()).toMatchObject({ success: true, kyc_status: 'under_review' })
  return { person, version: answer.json().version }
}

describe('four eyes', () => {
  test('an override waits for a second person, other than the proposer, and is made once', async () => {
    const { person, version } = await proposed()
    const body = { version, note: 'Agreed' }
    const shown = (await admin.call('GET', url(person.id, 'case'))).json().case
    expect(shown).toMatchObject({
      state: 'awaiting_second_approval',
      proposal: { kind: 'override', by: 'Alan Turing', note: 'Seen in person', mayConfirm: true },
    })
    const own = await boss.call('POST', url(person.id, 'confirmation'), body)
    expect([own.statusCode, own.json().message]).toEqual([403, 'A second person must confirm this approval.'])
    expect(await openCase(boss, person.id)).toMatchObject({ proposal: { mayConfirm: false } })
    const both = await Promise.all([1, 2].map(() => admin.call('POST', url(person.id, 'confirmation'), body)))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await openCase(admin, person.id)).toMatchObject({ state: 'approved', decidedBy: 'Grace Hopper' })
    expect(await eventsOf(app.database, person.id, 'case.proposed', 'case.approved')).toMatchObject([
      { type: 'case.proposed', actor_id: String(boss.id) },
      { type: 'case.approved', actor_id: String(admin.id) },
    ])
  })

  test('T5 A24 an override starts over if only an ordinary approval was proposed, and says so', async () => {
    const person = await app.signIn()
    const proposal = { kind: 'approval', by: String(admin.id), at: app.clock.now, note: null }
    const { id } = await caseOf(app.database, app.clock.now, {
      userId: person.id,
      state: 'awaiting_second_approval',
    })
    await app.database.pool.query('update cases set proposal = $1 where id = $2', [proposal, id])
    const confirmed = await boss.call('POST', url(person.id, 'confirmation'), { version: 1 })
    expect([confirmed.statusCode, confirmed.json().message]).toEqual([
      409,
      'Required evidence is missing or out of date.',
    ])
    const body = { kyc_status: 'approved', override: true, note: 'Seen in person' }
    const overridden = await boss.call('PUT', url(person.id, 'status'), body)
    expect(overridden.json()).toMatchObject({ kyc_status: 'under_review', version: 2 })
    expect(await openCase(admin, person.id)).toMatchObject({
      state: 'awaiting_second_approval',
      proposal: { kind: 'override', by: 'Alan Turing', mayConfirm: true },
    })
    const notices = (await admin.call('GET', '/api/notices')).json().notices
    expect(JSON.stringify(notices)).toContain(`/admin/users/${person.id}?`)
    const agreed = await admin.call('POST', url(person.id, 'confirmation'), { version: 2 })
    expect(agreed.json().case).toMatchObject({ state: 'approved' })
  })

  test('there is nothing to confirm if nothing was proposed', async () => {
    const { userId } = await caseOf(app.database, app.clock.now)
    for (const call of ['confirmation', 'decline']) {
      const answer = await admin.call('POST', url(userId, call), { version: 1 })
      expect([call, answer.statusCode, answer.json().message]).toEqual([
        call,
        409,
        'There is no proposed approval.',
      ])
    }
  })

  test('new evidence voids the proposal, and says so', async () => {
    const { person, version } = await proposed()
    expect((await uploadPicture(person, 'selfie')).statusCode).toBe(200)
    const answer = await admin.call('POST', url(person.id, 'confirmation'), { version: version + 1 })
    expect(answer.json()).toMatchObject({
      error: 'INVALID_STATE',
      message: 'There is no proposed approval.',
    })
    const found = (await admin.call('GET', url(person.id, 'case'))).json().case
    expect(found).toMatchObject({ state: 'submitted', proposal: null })
    expect(found.events).toContainEqual(
      expect.objectContaining({ title: 'Proposed approval void: the evidence has changed' }),
    )
  })

  test('a proposal is declined by resuming the review', async () => {
    const { person, version } = await proposed()
    const answer = await admin.call('POST', url(person.id, 'decline'), { version, note: 'Not convinced' })
    expect(answer.json().case).toMatchObject({ state: 'in_review', proposal: null, owner: { isYou: true } })
    expect(await noticesOf(boss, person)).toEqual([
      'Grace Hopper declined your proposal to approve Ada Lovelace',
    ])
  })

  test('someone who cancels their own proposal gets no notice of it', async () => {
    const { person, version } = await proposed()
    expect((await boss.call('POST', url(person.id, 'decline'), { version })).statusCode).toBe(200)
    expect(await noticesOf(boss, person)).toEqual([])
  })

  test('a reviewer can’t confirm an override, and the answer says so', async () => {
    const reviewer = await app.signIn({ role: 'reviewer' })
    const { person, version } = await proposed()
    expect(await openCase(reviewer, person.id)).toMatchObject({ proposal: { mayConfirm: false } })
    const answer = await reviewer.call('POST', url(person.id, 'confirmation'), { version })
    expect(answer.statusCode).toBe(403)
  })

  test.each(['confirmation', 'status'])(
    'A24 a proposal does not count once its proposer has lost their role, by the call %s',
    async (call) => {
      const { person, version } = await proposed()
      const role = (isSuperAdmin: boolean) =>
        app.database.pool.query('update users set is_super_admin = $2 where id = $1', [boss.id, isSuperAdmin])
      const confirm = () =>
        call === 'status'
          ? admin.call('PUT', url(person.id, call), { kyc_status: 'approved', version })
          : admin.call('POST', url(person.id, call), { version })
      await role(false)
      const answer = await confirm()
      await role(true)
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'The person who proposed this may no longer decide. Decline it, and decide yourself.',
      ])
      expect(await openCase(admin, person.id)).toMatchObject({ state: 'awaiting_second_approval' })
    },
  )

  test('R23 no one confirms an approval of their own case', async () => {
    const judge = await app.signIn({ role: 'admin' })
    await caseOf(app.database, app.clock.now, { userId: judge.id })
    const body = { kyc_status: 'approved', override: true, note: 'Seen in person' }
    const { version } = (await boss.call('PUT', url(judge.id, 'status'), body)).json()
    expect(await openCase(judge, judge.id)).toMatchObject({ proposal: null })
    // The answer is the same whatever became of the proposal, of which they are told nothing.
    for (const isSuperAdmin of [true, false]) {
      const role = 'update users set is_super_admin = $2 where id = $1'
      await app.database.pool.query(role, [boss.id, isSuperAdmin])
      const answer = await judge.call('POST', url(judge.id, 'confirmation'), { version })
      await app.database.pool.query(role, [boss.id, true])
      expect([answer.statusCode, answer.json().message]).toEqual([403, 'You can’t decide on your own case.'])
    }
  })
})

describe('reading a case', () => {
  test('T9 R26 only records that it was read; a claim is renewed by a call of its own', async () => {
    const { id, userId } = await caseOf(app.database, app.clock.now)
    await admin.call('POST', url(userId, 'claim'), {})
    const row = async () =>
      (await app.database.pool.query('select c::text from cases c where id = $1', [id])).rows
    const others = async () =>
      (
        await app.database.pool.query(
          `select (select count(*) from case_screenings) as screenings,
             (select count(*) from events where type not in ('case.viewed')) as events`,
        )
      ).rows
    const { now } = app.clock
    app.clock.now = new Date(now.getTime() + 10 * 60_000)
    const before = [await row(), await others()]
    const read = async (by: TestUser) =>
      (await by.call('GET', `/api/admin/users/${userId}/kyc-case`)).json().case
    expect((await read(admin)).owner).toMatchObject({ isYou: true })
    await read(boss)
    expect([await row(), await others()]).toEqual(before)
    const kept = (await admin.call('POST', url(userId, 'claim'), {})).json().case
    expect(kept.owner.until).toBe(new Date(app.clock.now.getTime() + 30 * 60_000).toISOString())
    app.clock.now = now
  })
})

describe('internal notes', () => {
  test('are read by reviewers, newest first, and by no one else', async () => {
    const person = await app.signIn()
    await caseOf(app.database, app.clock.now, { userId: person.id })
    const secret = 'Called the bank about <this>'
    await admin.call('POST', url(person.id, 'notes'), { text: secret })
    const answer = await boss.call('POST', url(person.id, 'notes'), { text: 'They called back' })
    expect(answer.json().case.notes).toMatchObject([
      { author: 'Alan Turing', text: 'They called back', at: app.clock.now.toISOString() },
      { author: 'Grace Hopper', text: secret },
    ])
    expect((await admin.call('POST', url(person.id, 'notes'), { text: '  ' })).statusCode).toBe(400)
    expect((await person.call('GET', '/api/onboarding/consumer/case')).body).not.toContain('bank')
    for (const { query } of HELD_DATA) {
      const { rows } = await app.database.pool.query(query, [person.id])
      expect(JSON.stringify(rows)).not.toMatch(/bank|note_added|claimed/)
    }
    const before = await rowsOf(app.database, person.id)
    await admin.call('POST', url(person.id, 'notes'), { text: 'One more' })
    expect(await rowsOf(app.database, person.id)).toEqual(before)
  })

  test('sent twice with one key are one; the same text with another key is a second note, and other text is refused', async () => {
    const person = await app.signIn()
    await caseOf(app.database, app.clock.now, { userId: person.id })
    const request_key = randomUUID()
    const send = (more = {}) =>
      admin.call('POST', url(person.id, 'notes'), { text: 'They called back', request_key, ...more })
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await send()).json().case.notes).toHaveLength(1)
    expect((await send({ request_key: randomUUID() })).json().case.notes).toHaveLength(2)
    const refused = await send({ text: 'They did not' })
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'INVALID_STATE'])
  })

  test('R23 are not written on one’s own case, which one’s colleagues read', async () => {
    const judge = await app.signIn({ role: 'admin' })
    await caseOf(app.database, app.clock.now, { userId: judge.id })
    const answer = await judge.call('POST', url(judge.id, 'notes'), { text: 'I am fine' })
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      'This is your own verification. A colleague works on it.',
    ])
    expect((await openCase(admin, judge.id)).notes).toEqual([])
  })

  test('need a case', async () => {
    const person = await app.signIn()
    expect((await admin.call('POST', url(person.id, 'notes'), { text: 'Hello' })).statusCode).toBe(404)
  })
})
