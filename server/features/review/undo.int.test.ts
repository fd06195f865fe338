import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { UNDO_SECONDS } from '#contract/verification/case-limits.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { submitted, uploadPicture } from '#server/testing/journeys.ts'
import { lookAtAll, openCase, sendDecision } from '#server/testing/reviews.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { applyDecision, applyLeftDecisions } from './apply-decision.ts'

let app: TestApp
let admin: TestUser
let other: TestUser
let person: TestUser
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  admin = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
  other = await app.signIn({ role: 'superAdmin', name: 'Alan Turing' })
  person = await submitted(await app.signIn())
  await app.database.pool.query('delete from pending_decisions')
})

/** Decides the case in a way that can be undone, after looking at all of it. */
async function decide(returned: Record<string, string> = {}, more: object = {}) {
  const review = await openCase(admin, person.id)
  await lookAtAll(admin, review)
  const items = review.items.map(({ item }) =>
    returned[item]
      ? { item, decision: 'retry', reasons: [returned[item]], applicantText: 'As our reviewer says.' }
      : { item, decision: 'accepted' },
  )
  const body = { version: review.version, items, undoable: true, ...more }
  return admin.call('POST', decisionUrl(), body)
}
const decisionUrl = () => `/api/admin/users/${person.id}/kyc-decision`
const undo = (by: TestUser = admin) => by.call('DELETE', decisionUrl())
const pass = (seconds: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000)
}
const caseOf = async () => openCase(other, person.id)
const apply = async () => applyDecision(app.services, (await caseOf()).id)
const mailsSent = async () => {
  const { rows } = await app.database.pool.query(
    "select kind from mails where user_id = $1 and kind not like '%received%' order by id",
    [person.id],
  )
  return rows.length
}
const pendings = async () =>
  (
    await app.database.pool.query(
      'select 1 from pending_decisions p join cases c on c.id = p.case_id where c.user_id = $1',
      [person.id],
    )
  ).rowCount
const noticesOf = async (by: TestUser) =>
  (await app.database.pool.query('select title from notices where user_id = $1', [by.id])).rows.map(
    ({ title }) => title,
  )
const LAPSED = 'Your decision on {about} wasn’t carried out'

describe('a decision that can be undone', () => {
  test('takes effect after its time, and the person is told then and once', async () => {
    const before = await mailsSent()
    const decided = await decide()
    expect(decided.statusCode).toBe(200)
    expect(decided.json().case).toMatchObject({
      state: 'in_review',
      decidedAt: null,
      undoUntil: new Date(app.clock.now.getTime() + UNDO_SECONDS * 1000).toISOString(),
    })
    expect((await caseOf()).undoUntil).toBeNull()
    await apply()
    expect([(await caseOf()).state, await mailsSent()]).toEqual(['in_review', before])
    pass(UNDO_SECONDS)
    await Promise.all([apply(), apply(), apply()])
    await apply()
    expect(await caseOf()).toMatchObject({
      state: 'approved',
      decidedBy: 'Grace Hopper',
      approval: { way: 'decision', reviewed: 6, total: 6 },
      undoUntil: null,
    })
    expect(await mailsSent()).toBe(before + 1)
    expect(await eventsOf(app.database, person.id, 'case.approved')).toHaveLength(1)
    expect(await pendings()).toBe(0)
  })

  test('is undone by the person who made it, with its marks, and no one is told', async () => {
    const before = await mailsSent()
    await decide({ selfie: 'SELFIE_UNCLEAR' })
    expect((await undo(other)).statusCode).toBe(403)
    expect((await undo(person)).statusCode).toBe(403)
    const undone = await undo()
    expect(undone.statusCode).toBe(200)
    expect(undone.json().case).toMatchObject({ state: 'in_review', undoUntil: null, owner: { isYou: true } })
    const selfie = undone.json().case.items.find(({ item }: { item: string }) => item === 'selfie')
    expect(selfie).toMatchObject({ decision: 'retry', reasons: ['SELFIE_UNCLEAR'] })
    expect((await undo()).statusCode).toBe(409)
    pass(UNDO_SECONDS)
    await apply()
    expect([(await caseOf()).state, await mailsSent()]).toEqual(['in_review', before])
    // It is decided again, and takes effect.
    expect((await decide({ selfie: 'SELFIE_UNCLEAR' })).statusCode).toBe(200)
    pass(UNDO_SECONDS)
    await apply()
    expect((await caseOf()).state).toBe('needs_resubmission')
    const told = await eventsOf(app.database, person.id, 'case.decision_pending', 'case.decision_undone')
    expect(told).toHaveLength(3)
  })

  test('can’t be undone once its time is over, even if its job has yet to run', async () => {
    await decide()
    pass(UNDO_SECONDS)
    const late = await undo()
    expect(late.statusCode).toBe(409)
    expect(late.json().message).toBe('It’s too late to undo this, or it’s undone already.')
    expect((await openCase(admin, person.id)).undoUntil).toBe(app.clock.now.toISOString())
    await apply()
    expect((await caseOf()).state).toBe('approved')
    expect((await undo()).statusCode).toBe(409)
  })

  test('is either undone or takes effect if both happen at once', async () => {
    await decide()
    pass(UNDO_SECONDS - 1)
    const undoing = [undo(), undo()]
    pass(1)
    const [first, second] = await Promise.all([...undoing, apply()])
    await apply()
    const undone = [first, second].filter((answer) => answer?.statusCode === 200).length
    const { state } = await caseOf()
    expect([undone, state]).toEqual(undone === 1 ? [1, 'in_review'] : [0, 'approved'])
    expect(await pendings()).toBe(0)
  })

  test('is made once by a double click and by a stale page', async () => {
    const review = await openCase(admin, person.id)
    await lookAtAll(admin, review)
    const items = review.items.map(({ item }) => ({ item, decision: 'accepted' }))
    const send = (by: TestUser) =>
      by.call('POST', decisionUrl(), { version: review.version, items, undoable: true })
    const answers = await Promise.all([send(admin), send(admin)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await lookAtAll(other, review)
    expect((await send(other)).statusCode).toBe(409)
    expect((await sendDecision(admin, person.id, review)).json().error).toBe('STALE_VERSION')
    expect(await pendings()).toBe(1)
  })

  test('needs everything that an immediate decision needs', async () => {
    const review = await openCase(admin, person.id)
    const items = review.items.map(({ item }) => ({ item, decision: 'accepted' }))
    const refused = await admin.call('POST', decisionUrl(), {
      version: review.version,
      items,
      undoable: true,
    })
    expect(refused.json().message).toBe('Some items can’t be accepted yet.')
    expect(await caseOf()).toMatchObject({ version: review.version, state: 'submitted' })
    const some = await decide({}, { items: [{ item: 'selfie', decision: 'accepted' }] })
    expect(some.statusCode).toBe(409)
    expect(await pendings()).toBe(0)
  })

  test('is proposed to a second person at once', async () => {
    const { config } = app.services
    config.fourEyes = true
    onTestFinished(() => {
      config.fourEyes = false
    })
    expect((await decide()).json().case).toMatchObject({
      state: 'awaiting_second_approval',
      undoUntil: null,
      proposal: { kind: 'approval', by: 'Grace Hopper' },
    })
    expect(await pendings()).toBe(0)
  })

  test('takes effect at once if it rejects or has a note', async () => {
    expect((await decide({}, { note: 'Seen in person.' })).json().case).toMatchObject({
      state: 'approved',
      undoUntil: null,
    })
    person = await submitted(await app.signIn())
    const rejected = await decide(
      {},
      {
        items: [{ item: 'selfie', decision: 'final', reasons: ['FORGERY'] }],
      },
    )
    expect(rejected.json().case).toMatchObject({ state: 'rejected', undoUntil: null })
  })
})

describe('a second approval', () => {
  const confirmUrl = () => `/api/admin/users/${person.id}/kyc-confirmation`
  const declineUrl = () => `/api/admin/users/${person.id}/kyc-decline`
  const confirm = async (by: TestUser, more: object = {}) => {
    const { version } = await openCase(by, person.id)
    return by.call('POST', confirmUrl(), { version, undoable: true, ...more })
  }
  beforeEach(async () => {
    const { config } = app.services
    config.fourEyes = true
    onTestFinished(() => {
      config.fourEyes = false
    })
    await decide()
  })

  test('takes effect after its time, and the person is told then and once', async () => {
    const before = await mailsSent()
    expect((await confirm(admin)).statusCode).toBe(403)
    const confirmed = await confirm(other)
    expect(confirmed.json().case).toMatchObject({
      state: 'awaiting_second_approval',
      undoUntil: new Date(app.clock.now.getTime() + UNDO_SECONDS * 1000).toISOString(),
    })
    // No one else is asked for the same meanwhile.
    const third = await app.signIn({ role: 'admin' })
    const asked = async () => (await third.call('GET', '/api/admin/queue?confirm=me')).json().cases
    expect((await asked()).map(({ userId }: { userId: number }) => userId)).not.toContain(person.id)
    expect((await confirm(third)).statusCode).toBe(409)
    expect([(await caseOf()).state, await mailsSent()]).toEqual(['awaiting_second_approval', before])
    pass(UNDO_SECONDS)
    await Promise.all([apply(), apply(), apply()])
    expect(await caseOf()).toMatchObject({
      state: 'approved',
      decidedBy: 'Alan Turing',
      approval: { way: 'decision', reviewed: 6, total: 6 },
    })
    expect(await mailsSent()).toBe(before + 1)
    expect(await eventsOf(app.database, person.id, 'case.approved')).toHaveLength(1)
    expect(await pendings()).toBe(0)
  })

  test('is undone by the person who gave it, and the proposal remains', async () => {
    const before = await mailsSent()
    await confirm(other)
    expect((await undo(admin)).statusCode).toBe(403)
    expect((await undo(other)).json().case).toMatchObject({
      state: 'awaiting_second_approval',
      undoUntil: null,
      proposal: { by: 'Grace Hopper', mayConfirm: true, isYours: false },
    })
    pass(UNDO_SECONDS)
    await apply()
    expect([(await caseOf()).state, await mailsSent()]).toEqual(['awaiting_second_approval', before])
    expect((await confirm(other)).statusCode).toBe(200)
  })

  test('can’t be undone once a colleague has approved meanwhile', async () => {
    await confirm(other)
    const third = await app.signIn({ role: 'admin' })
    const { version } = await openCase(third, person.id)
    expect((await third.call('POST', confirmUrl(), { version })).json().case.state).toBe('approved')
    expect(await openCase(other, person.id)).toMatchObject({ undoUntil: null })
    expect((await undo(other)).statusCode).toBe(409)
    expect((await caseOf()).state).toBe('approved')
  })

  test('takes effect at once with a note', async () => {
    const confirmed = await confirm(other, { note: 'Looked at the letter as well.' })
    expect(confirmed.json().case).toMatchObject({ state: 'approved', undoUntil: null })
  })

  test('is not carried out if the proposal was cancelled meanwhile, and its reviewer is told', async () => {
    await confirm(other)
    const own = await openCase(admin, person.id)
    expect(own.proposal).toMatchObject({ isYours: true, mayConfirm: false, confirmedBy: 'Alan Turing' })
    const cancelled = await admin.call('POST', declineUrl(), { version: own.version })
    expect(cancelled.json().case).toMatchObject({
      state: 'in_review',
      proposal: null,
      owner: { isYou: true },
    })
    expect(await eventsOf(app.database, person.id, 'case.proposal_cancelled')).toHaveLength(1)
    expect(await openCase(other, person.id)).toMatchObject({ undoUntil: null })
    pass(UNDO_SECONDS)
    await apply()
    expect((await caseOf()).state).toBe('in_review')
    expect(await noticesOf(other)).toContain(LAPSED)
  })
})

describe('changes before it takes effect', () => {
  const lapses = async () => {
    pass(UNDO_SECONDS)
    await apply()
    await apply()
    const { state } = await caseOf()
    return { state, told: (await noticesOf(admin)).filter((title) => title === LAPSED).length }
  }

  test('a case that someone took over is not decided, and the reviewer is told once', async () => {
    const before = await mailsSent()
    await decide()
    await other.call('POST', `/api/admin/users/${person.id}/kyc-claim`, { takeOver: true })
    expect(await lapses()).toEqual({ state: 'in_review', told: 1 })
    expect(await mailsSent()).toBe(before)
    expect(await eventsOf(app.database, person.id, 'case.decision_lapsed')).toHaveLength(1)
  })

  test('a person who withdrew is not approved', async () => {
    await decide()
    await app.database.pool.query(
      "update cases set state = 'withdrawn', version = version + 1 where user_id = $1",
      [person.id],
    )
    expect(await lapses()).toEqual({ state: 'withdrawn', told: 1 })
  })

  test('expired evidence is reviewed again', async () => {
    await decide()
    await app.database.pool.query(
      "update documents set expires_on = '2020-01-01', no_expiry_date = false where user_id = $1 and slot = 'id-front'",
      [person.id],
    )
    expect(await lapses()).toEqual({ state: 'in_review', told: 1 })
  })

  test('a replaced file is reviewed again', async () => {
    await decide()
    await uploadPicture(person, 'selfie')
    expect((await lapses()).state).not.toBe('withdrawn')
  })

  test('someone who may no longer decide decides nothing', async () => {
    await decide()
    await app.database.pool.query('update users set is_admin = false where id = $1', [admin.id])
    expect(await lapses()).toEqual({ state: 'in_review', told: 1 })
  })
})

describe('a process that ends in the middle', () => {
  test('leaves all of it or nothing: what was not announced is carried out by the next attempt', async () => {
    const before = await mailsSent()
    await decide()
    pass(UNDO_SECONDS)
    await app.database.pool.query('alter table mails rename to mails_away')
    try {
      await expect(apply()).rejects.toThrow()
    } finally {
      await app.database.pool.query('alter table mails_away rename to mails')
    }
    expect(await pendings()).toBe(1)
    expect([(await caseOf()).state, await mailsSent()]).toEqual(['in_review', before])
    await apply()
    expect([(await caseOf()).state, await mailsSent()]).toEqual(['approved', before + 1])
  })

  test('is made up for if its job was lost', async () => {
    await decide()
    pass(UNDO_SECONDS + 30)
    expect(await applyLeftDecisions(app.services)).toBe(0)
    pass(31)
    expect(await applyLeftDecisions(app.services)).toBe(1)
    expect((await caseOf()).state).toBe('approved')
  })
})

test('a decided case that can be undone no longer counts as claimed', async () => {
  await decide()
  const { rows } = await app.database.pool.query(
    "select id from cases where user_id = $1 and state = 'in_review' and claimed_by = $2",
    [person.id, admin.id],
  )
  expect(rows).toHaveLength(1)
  for (let n = 0; n < 3; n++) {
    await submitted(await app.signIn())
    expect((await admin.call('POST', '/api/admin/queue/next', {})).statusCode).toBe(200)
  }
  expect((await admin.call('POST', '/api/admin/queue/next', {})).statusCode).toBe(409)
})
