import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { submitted, submittedBusiness } from '#server/testing/journeys.ts'
import { acceptAll, approve, decideOn, openCase, sendDecision } from '#server/testing/reviews.ts'
import { eventsOf, rowsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let admin: TestUser
let other: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
  other = await app.signIn({ role: 'admin', name: 'Alan Turing' })
})

const setStatus = (judge: TestUser, person: TestUser, body: object) =>
  judge.call('PUT', `/api/admin/users/${person.id}/cdd-status`, body)

describe('a company’s status call', () => {
  test('R19 R24 approves, reopens, queues and rejects it, and each change is recorded', async () => {
    const person = await submittedBusiness(await app.signIn())
    for (const cdd_status of ['approved', 'pending', 'submitted', 'rejected']) {
      const answer = await setStatus(admin, person, { cdd_status })
      expect(answer.json()).toMatchObject({ success: true, cdd_status })
    }
    const events = await eventsOf(
      app.database,
      person.id,
      'case.approved',
      'case.status_set',
      'case.rejected',
    )
    expect(events.map(({ after }) => (after as { state: string }).state)).toEqual([
      'approved',
      'draft',
      'submitted',
      'rejected',
    ])
    expect(events[0]).toMatchObject({ actor_kind: 'staff', actor_id: String(admin.id), ip: '127.0.0.1' })
  })

  test('returns it for a reason that a person can fix', async () => {
    const person = await submittedBusiness(await app.signIn())
    const answer = await setStatus(admin, person, { cdd_status: 'rejected', reasons: ['AUTHORITY_UNPROVEN'] })
    expect(answer.json()).toMatchObject({ cdd_status: 'rejected' })
    const { items } = (await person.call('GET', '/api/onboarding/business/case')).json().case
    expect(items.find(({ item }: { item: string }) => item === 'representative:primary')).toMatchObject({
      editable: true,
      reasons: [{ code: 'AUTHORITY_UNPROVEN' }],
    })
    const misfit = await submittedBusiness(await app.signIn())
    const refused = await setStatus(admin, misfit, { cdd_status: 'rejected', reasons: ['SELFIE_UNCLEAR'] })
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('refuses the approval without the risk disclosure, unless a super admin and another override it', async () => {
    const person = await submittedBusiness(await app.signIn())
    await app.database.pool.query('delete from certifications where user_id = $1', [person.id])
    const review = await openCase(admin, person.id, 'business')
    expect(review).toMatchObject({
      missingEvidence: ['The risk disclosure isn’t recorded as accepted.'],
    })
    for (const answer of [
      await acceptAll(admin, person.id, review, 'business'),
      await setStatus(admin, person, { cdd_status: 'approved' }),
    ]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json().conflict.missing).toEqual(['The risk disclosure isn’t recorded as accepted.'])
    }
    await admin.call('POST', `/api/admin/users/${person.id}/kyc-release`, { kind: 'business' })
    const body = { cdd_status: 'approved', override: true, note: 'Accepted on paper.' }
    expect((await setStatus(admin, person, body)).statusCode).toBe(403)
    const [first, second] = [
      await app.signIn({ role: 'superAdmin' }),
      await app.signIn({ role: 'superAdmin' }),
    ]
    expect((await setStatus(first, person, body)).json()).toMatchObject({ cdd_status: 'under_review' })
    expect((await setStatus(second, person, body)).json()).toMatchObject({ cdd_status: 'approved' })
  })

  test('refuses the approval of a company whose answers are no longer valid', async () => {
    const person = await submittedBusiness(await app.signIn())
    await app.database.pool.query("update business_profiles set bank_sort_code = '12' where user_id = $1", [
      person.id,
    ])
    const review = await openCase(admin, person.id, 'business')
    expect((await acceptAll(admin, person.id, review, 'business')).json().conflict.missing).toEqual([
      expect.stringContaining('A sort code has 6 digits'),
    ])
  })

  test('A06 affects neither the person’s own case nor the company of others', async () => {
    const person = await submittedBusiness(await submitted(await app.signIn()))
    const bystander = await submittedBusiness(await app.signIn())
    const before = await rowsOf(app.database, bystander.id)
    await setStatus(admin, person, { cdd_status: 'approved' })
    expect((await person.call('GET', '/api/verification/status')).json()).toMatchObject({
      kycVerified: false,
      kycProfile: { kyc_status: 'submitted' },
      businessProfile: { cdd_status: 'approved' },
      identity: 'completed',
    })
    expect(await rowsOf(app.database, bystander.id)).toEqual(before)
  })

  test('R15 R28 gives the same 404 for a person without a company and for an unknown one; an unknown status is refused', async () => {
    const consumer = await submitted(await app.signIn())
    const none = await setStatus(admin, consumer, { cdd_status: 'approved' })
    const missing = await admin.call('PUT', '/api/admin/users/987654321/cdd-status', {
      cdd_status: 'approved',
    })
    expect(none.statusCode).toBe(404)
    expect({ ...none.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
    const person = await submittedBusiness(await app.signIn())
    for (const cdd_status of ['verified', 'under_review', '', null])
      expect((await setStatus(admin, person, { cdd_status })).statusCode).toBe(400)
    expect((await setStatus(admin, person, { kyc_status: 'approved' })).statusCode).toBe(400)
    expect((await admin.call('GET', `/api/admin/users/${person.id}/kyc-case?kind=charity`)).statusCode).toBe(
      400,
    )
  })
})

describe('a company’s decision', () => {
  test('A15 R49 counts once for two reviewers; the other is told who was faster, and when', async () => {
    const person = await submittedBusiness(await app.signIn())
    const review = await openCase(admin, person.id, 'business')
    const answers = await Promise.all(
      [admin, other].map((judge) => acceptAll(judge, person.id, review, 'business')),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const winner = answers[0]?.statusCode === 200 ? 'Grace Hopper' : 'Alan Turing'
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
    expect(refused).toMatchObject({
      error: 'STALE_VERSION',
      conflict: { decidedBy: winner, decidedAt: app.clock.now.toISOString() },
    })
    // The claim or the decision of the other, whichever came between.
    expect(refused.conflict.version).toBeGreaterThan(review.version)
    expect(await eventsOf(app.database, person.id, 'case.approved')).toHaveLength(1)
  })

  test('accepts nothing of it before its reviewer has claimed it', async () => {
    const person = await submittedBusiness(await app.signIn())
    const review = await openCase(admin, person.id, 'business')
    expect(review.items.map(({ beforeAccept }) => beforeAccept)).toEqual(
      review.items.map(() => [{ kind: 'not_claimed', text: 'Claim the case first.' }]),
    )
    const refused = await sendDecision(admin, person.id, review, {}, 'business')
    expect([refused.statusCode, refused.json().conflict.missing]).toEqual([409, ['Claim the case first.']])
    await admin.call('POST', `/api/admin/users/${person.id}/kyc-claim`, { kind: 'business' })
    const claimed = await openCase(admin, person.id, 'business')
    expect((await sendDecision(admin, person.id, claimed, {}, 'business')).statusCode).toBe(200)
  })

  test('can be interrupted: a reviewer’s decisions are stored item by item, unseen by the person', async () => {
    const person = await submittedBusiness(await app.signIn())
    const { version } = await openCase(admin, person.id, 'business')
    const items = [
      {
        item: 'owner:o1',
        decision: 'retry',
        reasons: ['OWNERSHIP_UNCLEAR'],
        internalNote: 'ask the register',
      },
    ]
    const body = { kind: 'business', version, items }
    const saved = await admin.call('PUT', `/api/admin/users/${person.id}/kyc-verdicts`, body)
    expect(saved.json()).toMatchObject({ case: { kind: 'business', state: 'in_review' } })
    const own = (await person.call('GET', '/api/onboarding/business/case')).body
    expect(own).not.toMatch(/OWNERSHIP_UNCLEAR|ask the register/)
    expect((await admin.call('PUT', `/api/admin/users/${person.id}/kyc-verdicts`, body)).json().error).toBe(
      'STALE_VERSION',
    )
  })

  test('refuses a reason that does not fit the part, and a part that does not exist', async () => {
    const person = await submittedBusiness(await app.signIn())
    const review = await openCase(admin, person.id, 'business')
    const misfit = await decideOn(admin, person.id, review, { settlement: 'AUTHORITY_UNPROVEN' }, 'business')
    expect([misfit.statusCode, misfit.json().fields]).toMatchObject([400, { settlement: expect.any(String) }])
    const { version } = await openCase(admin, person.id, 'business')
    const body = {
      kind: 'business',
      version,
      items: [{ item: 'selfie', decision: 'accepted' }],
    }
    const unknown = await admin.call('POST', `/api/admin/users/${person.id}/kyc-decision`, body)
    expect([unknown.statusCode, unknown.json().fields]).toMatchObject([400, { selfie: expect.any(String) }])
    const twice = { ...body, items: ['retry', 'final'].map((decision) => ({ item: 'settlement', decision })) }
    expect(
      (await admin.call('POST', `/api/admin/users/${person.id}/kyc-decision`, twice)).json(),
    ).toMatchObject({
      error: 'VALIDATION_ERROR',
      fields: { items: 'Name each item once' },
    })
    const undecided = { ...body, items: [{ item: 'settlement', decision: 'accepted' }] }
    const answer = await admin.call('POST', `/api/admin/users/${person.id}/kyc-decision`, undecided)
    expect(Object.keys(answer.json().fields)).toHaveLength(review.items.length - 1)
  })

  test('R23 is refused for the reviewer’s own company by any call', async () => {
    const judge = await submittedBusiness(await app.signIn({ role: 'superAdmin' }))
    const review = await openCase(judge, judge.id, 'business')
    expect(review).toMatchObject({ mayDecide: false })
    const before = await rowsOf(app.database, judge.id)
    for (const answer of [
      await acceptAll(judge, judge.id, review, 'business'),
      await setStatus(judge, judge, { cdd_status: 'approved', override: true, note: 'It is me.' }),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([403, 'You can’t decide on your own case.'])
    expect(await rowsOf(app.database, judge.id)).toEqual(before)
  })

  test('R24 each look at a company is recorded', async () => {
    const reader = await app.signIn({ role: 'admin' })
    const person = await submittedBusiness(await app.signIn())
    await openCase(reader, person.id, 'business')
    expect(await eventsOf(app.database, reader.id, 'case.viewed')).toMatchObject([
      { actor_id: String(reader.id), user_id: String(person.id) },
    ])
  })

  test('waits until someone has claimed a visitor’s company', async () => {
    const visitor = await submittedBusiness(await app.visit(), { companyNumber: 'NI 4711' })
    expect((await visitor.call('GET', '/api/onboarding/business/case')).json().case).toMatchObject({
      state: 'submitted',
    })
    expect(await openCase(admin, visitor.id, 'business')).toBeNull()
    expect((await setStatus(admin, visitor, { cdd_status: 'approved' })).statusCode).toBe(404)
    const rival = await submittedBusiness(await app.signIn(), { companyNumber: 'NI 4711' })
    expect(await openCase(admin, rival.id, 'business')).toMatchObject({ hints: [] })
    await approve(admin, rival.id, 'business')
  })
})
