import { beforeAll, describe, expect, test } from 'vitest'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { PHONE_ADVICE } from '#domain/phone.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, submitted, uploadPicture } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { decideOn, lookAtAll, openCase, sendDecision } from '#server/testing/reviews.ts'

let app: TestApp
let grace: TestUser
let alan: TestUser
let boss: TestUser
beforeAll(async () => {
  app = await testApp()
  grace = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
  alan = await app.signIn({ role: 'admin', name: 'Alan Turing' })
  boss = await app.signIn({ role: 'superAdmin', name: 'Barbara Liskov' })
})

const admin = () => app.signIn({ role: 'admin' })
const at = (id: number, what: string) => `/api/admin/users/${id}/${what}`
const about = { reason: 'Asked by phone, called back', evidence: 'Deed poll seen in a video call' }
const suspend = (by: TestUser, id: number) =>
  by.call('POST', at(id, 'suspension'), { reason: 'Fraud report' })
const restore = (by: TestUser, id: number) => by.call('POST', at(id, 'restoration'), { reason: 'Cleared' })
const propose = (by: TestUser, id: number, change: object) =>
  by.call('POST', at(id, 'changes'), { ...about, ...change })
const supportOf = async (by: TestUser, id: number) => (await by.call('GET', at(id, 'support'))).json().support
const answer = (by: TestUser, id: number, how: 'confirm' | 'decline', body = {}) =>
  by.call('POST', `/api/admin/changes/${id}/${how}`, body)
const change = async (id: number, wish: object) => {
  expect((await propose(grace, id, wish)).statusCode).toBe(200)
  const [made] = (await supportOf(alan, id)).changes
  expect((await answer(alan, made.id, 'confirm')).statusCode).toBe(200)
}
const mailsTo = async (userId: number, kind: string) =>
  await mailRows<{ to_address: string; text: string }>(
    app.database,
    'select to_address, text from mails where user_id = $1 and kind = $2 order by id',
    userId,
    kind,
  )
const eventsOf = async (userId: number, type: string) =>
  (await app.database.pool.query('select note from events where user_id = $1 and type = $2', [userId, type]))
    .rows

describe('suspending', () => {
  test('ends every session at once, refuses sign-in, is recorded and mailed once, and can be undone', async () => {
    const person = await app.signIn()
    const [first, second] = await Promise.all([suspend(grace, person.id), suspend(alan, person.id)])
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(first.json().support.suspension).toMatchObject({ reason: 'Fraud report' })
    expect((await person.call('GET', '/api/user/profile')).statusCode).toBe(401)
    const { rows } = await app.database.pool.query('select 1 from sessions where user_id = $1', [person.id])
    expect(rows).toEqual([])
    expect(await eventsOf(person.id, 'user.suspended')).toEqual([{ note: 'Fraud report' }])
    expect(await mailsTo(person.id, 'account-suspended')).toHaveLength(1)
    expect((await restore(grace, person.id)).json().support.suspension).toBeNull()
    expect(await eventsOf(person.id, 'user.restored')).toEqual([{ note: 'Cleared' }])
  })

  test('is refused to someone who is being suspended themselves', async () => {
    const [first, second] = [await admin(), await admin()]
    const both = await Promise.all([suspend(first, second.id), suspend(second, first.id)])
    expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(both.find(({ statusCode }) => statusCode !== 200)?.statusCode).toBeOneOf([401, 403])
  })

  test('needs a reason, and is refused for oneself, to admins for a super admin, and for the last super admin', async () => {
    const person = await app.signIn()
    const blank = await grace.call('POST', at(person.id, 'suspension'), { reason: ' ' })
    expect(blank.json()).toMatchObject({ error: 'VALIDATION_ERROR', fields: { reason: 'Write the reason' } })
    expect((await suspend(grace, grace.id)).statusCode).toBe(403)
    expect((await suspend(boss, boss.id)).statusCode).toBe(403)
    expect((await suspend(grace, boss.id)).json().message).toBe(
      'Only a super admin can suspend a super admin.',
    )
    expect((await suspend(grace, 987_654_321)).statusCode).toBe(404)
    const second = await app.signIn({ role: 'superAdmin' })
    const both = await Promise.all([suspend(boss, second.id), suspend(second, boss.id)])
    // One was quicker, and someone who is suspended can't suspend anyone.
    expect(both.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
    const { rows } = await app.database.pool.query(
      'select count(*)::int as n from users where is_super_admin and suspended_at is null',
    )
    expect(rows).toEqual([{ n: 1 }])
    await app.database.pool.query('update users set suspended_at = null where is_super_admin')
    boss = await app.signIn({ role: 'superAdmin', name: 'Barbara Liskov' })
  })

  test.each(['user', 'staff'] as const)('is refused to a %s', async (role) => {
    const person = await app.signIn()
    const other = await app.signIn({ role })
    for (const call of [
      suspend(other, person.id),
      propose(other, person.id, { field: 'email', email: 'x@y.example' }),
    ])
      expect((await call).statusCode).toBe(403)
    expect((await other.call('GET', at(person.id, 'support'))).statusCode).toBe(403)
  })
})

describe('a change of details', () => {
  test('needs a second person, then applies at once and is mailed to both addresses', async () => {
    const person = await submitted(await app.signIn({ name: 'Ada Lovelace' }))
    const wish = { field: 'name', firstName: 'Ada', lastName: 'King' }
    const [made, again] = await Promise.all([propose(grace, person.id, wish), propose(alan, person.id, wish)])
    expect([made.statusCode, again.statusCode].sort()).toEqual([200, 409])
    const [change] = (await supportOf(boss, person.id)).changes
    expect(change).toMatchObject({
      state: 'open',
      before: 'Ada Lovelace',
      after: 'Ada King',
      mayConfirm: true,
      ...about,
    })
    const proposer = change.proposedBy === 'Grace Hopper' ? grace : alan
    const other = proposer === grace ? alan : grace
    expect((await answer(proposer, change.id, 'confirm')).statusCode).toBe(403)
    expect((await proposer.call('GET', '/api/admin/changes')).json().changes).toMatchObject([
      { mayConfirm: false },
    ])
    const { notices } = (await other.call('GET', '/api/notices')).json()
    expect(notices[0]).toMatchObject({
      isUrgent: true,
      title: expect.stringMatching(/proposed to change the name of Ada/),
    })
    const both = await Promise.all([answer(other, change.id, 'confirm'), answer(boss, change.id, 'confirm')])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const profile = (await person.call('GET', `/api/onboarding/kyc-profile-by-user/${person.id}`)).json()
      .profile
    expect(profile).toMatchObject({ first_name: 'Ada', last_name: 'King' })
    expect(await mailsTo(person.id, 'details-changed')).toHaveLength(1)
    expect(await eventsOf(person.id, 'user.change_confirmed')).toHaveLength(1)
    expect((await other.call('GET', '/api/notices')).json().urgent).toBe(0)
  })

  test('A24 is not confirmed if the proposer has lost their role', async () => {
    const person = await submitted(await app.signIn())
    const leaver = await admin()
    const wish = { field: 'name', firstName: 'Ada', lastName: 'King' }
    expect((await propose(leaver, person.id, wish)).statusCode).toBe(200)
    const [made] = (await supportOf(alan, person.id)).changes
    await app.database.pool.query('update users set is_admin = false where id = $1', [leaver.id])
    const refused = await answer(alan, made.id, 'confirm')
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The person who proposed this may no longer do so. Decline it, and propose it yourself.',
    ])
    expect((await answer(alan, made.id, 'decline', { note: 'Proposed again' })).statusCode).toBe(200)
  })

  test('can be cancelled by the support agent who proposed it, by no other agent, and decided by neither', async () => {
    const person = await submitted(await app.signIn({ name: 'Ada Lovelace' }))
    const [agent, colleague] = [await app.signIn({ role: 'support' }), await app.signIn({ role: 'support' })]
    const wish = { field: 'name', firstName: 'Ada', lastName: 'King' }
    expect((await propose(agent, person.id, wish)).statusCode).toBe(200)
    const [made] = (await supportOf(agent, person.id)).changes
    expect(made).toMatchObject({ state: 'open', mayConfirm: false })
    for (const who of [agent, colleague])
      expect((await answer(who, made.id, 'confirm')).json().error).toBe('FORBIDDEN')
    expect((await answer(colleague, made.id, 'decline')).json().message).toBe(
      'You can only withdraw your own proposal.',
    )
    const withdrawn = await answer(agent, made.id, 'decline', { note: 'They changed their mind' })
    expect(withdrawn.json().change).toMatchObject({ state: 'declined' })
    expect(await eventsOf(person.id, 'user.change_declined')).toEqual([{ note: 'They changed their mind' }])
    expect(await mailsTo(person.id, 'details-changed')).toEqual([])
    expect((await propose(colleague, person.id, wish)).statusCode).toBe(200)
  })

  test('of an email address that is someone else’s is refused when it is proposed', async () => {
    const [person, other] = [await app.signIn(), await app.signIn()]
    for (const email of [other.email, other.email.toUpperCase()]) {
      const refused = await propose(grace, person.id, { field: 'email', email })
      expect(refused.statusCode).toBe(409)
      expect(refused.json().fields).toEqual({ email: 'This email is already in use by another account' })
    }
    expect((await supportOf(alan, person.id)).changes).toEqual([])
  })

  test('is worded in the third person, and names the person’s documents as evidence', async () => {
    const person = await submitted(await app.signIn())
    const blank = await propose(grace, person.id, { field: 'name', firstName: '', lastName: 'x'.repeat(201) })
    expect(blank.json().fields).toEqual({
      firstName: 'Enter the first name',
      lastName: 'The last name must be 200 characters or fewer',
    })
    const [document] = (await supportOf(grace, person.id)).documents
    expect(document).toMatchObject({ slot: expect.any(String), isFormer: false })
    const wish = { field: 'phone', phone: '+44 20 7946 0999', documentId: document.id }
    expect((await propose(grace, person.id, wish)).statusCode).toBe(200)
    const [change] = (await supportOf(alan, person.id)).changes
    expect(change.documentId).toBe(document.id)
  })

  test('of an email address is mailed to the former one; the new one gets nothing but what asks for its confirmation', async () => {
    const person = await app.signIn()
    const email = `new-${person.id}@people.example`
    await propose(grace, person.id, { field: 'email', email })
    const [change] = (await supportOf(alan, person.id)).changes
    expect((await answer(alan, change.id, 'confirm')).statusCode).toBe(200)
    expect((await mailsTo(person.id, 'details-changed')).map(({ to_address }) => to_address)).toEqual([
      person.email,
    ])
    expect(
      (await mailsTo(person.id, 'system-email-confirmation')).map(({ to_address }) => to_address),
    ).toEqual([email])
    expect(await mailsTo(person.id, 'email-changed')).toEqual([])
    expect((await supportOf(alan, person.id)).email).toMatchObject({
      address: email,
      confirmedAt: null,
      formerAddress: person.email,
      linkUntil: expect.any(String),
    })
  })

  test('undoes what a reviewer said about the old value, whose page is out of date then', async () => {
    const person = await submitted(await app.signIn())
    await lookAtAll(boss, await openCase(boss, person.id))
    const review = await openCase(boss, person.id)
    const body = { version: review.version, items: [{ item: 'name', decision: 'accepted' }] }
    expect((await boss.call('PUT', at(person.id, 'kyc-verdicts'), body)).statusCode).toBe(200)
    const seen = await openCase(boss, person.id)
    await change(person.id, { field: 'name', firstName: 'Ada', lastName: 'King' })
    const now = await openCase(boss, person.id)
    const [before, after] = [seen, now].map(({ items }) => items.find(({ item }) => item === 'name'))
    expect(after).toMatchObject({ decision: 'pending', acceptedBy: null })
    // So that a mark which was not sent yet is undone as well.
    expect(after?.evidence).not.toBe(before?.evidence)
    expect((await sendDecision(boss, person.id, seen)).json().error).toBe('STALE_VERSION')
    expect(now.owner?.isYou).toBe(true)
    expect((await sendDecision(boss, person.id, now)).statusCode).toBe(200)
  })

  test('is shown with its grounds next to the line and in the history, to reviewers and auditors', async () => {
    const person = await submitted(await app.signIn())
    await change(person.id, { field: 'name', firstName: 'Ada', lastName: 'King' })
    const before = `${ANSWERS.firstName} ${ANSWERS.lastName}`
    const people = { proposedBy: 'Grace Hopper', confirmedBy: 'Alan Turing' }
    for (const role of ['reviewer', 'auditor'] as const) {
      const reader = await app.signIn({ role })
      const { items, events } = (await reader.call('GET', at(person.id, 'kyc-case'))).json()
        .case as ReviewCase
      const changed = items.filter(({ supportChanges }) => supportChanges.length > 0)
      expect(changed).toMatchObject([
        {
          item: 'name',
          supportChanges: [
            { ...people, ...about, before, after: 'Ada King', at: app.clock.now.toISOString() },
          ],
        },
      ])
      expect(events.find(({ type }) => type === 'user.change_confirmed')).toMatchObject({
        title: `Name changed from “${before}” to “Ada King”`,
        actor: 'Alan Turing',
        note: `Grace Hopper proposed it and Alan Turing confirmed it. Reason: “${about.reason}” Evidence: “${about.evidence}”`,
      })
    }
    // Not the person it is about, be they a colleague.
    const colleague = await submitted(await app.signIn({ role: 'reviewer' }))
    await change(colleague.id, { field: 'name', firstName: 'Ada', lastName: 'King' })
    const { items } = (await colleague.call('GET', at(colleague.id, 'kyc-case'))).json().case as ReviewCase
    expect(items.flatMap(({ supportChanges }) => supportChanges)).toEqual([])
  })

  test('leaves a returned application ready for resubmission, and is reviewed again', async () => {
    const person = await submitted(await app.signIn())
    const returned = await decideOn(boss, person.id, await openCase(boss, person.id), {
      selfie: 'SELFIE_UNCLEAR',
    })
    expect(returned.json().case.state).toBe('needs_resubmission')
    await person.call('PUT', '/api/onboarding/consumer/draft', {
      revision: 0,
      draft: { firstName: 'Ada', lastName: 'Lovelace', phone: '+44 20 7946 0111' },
    })
    await change(person.id, { field: 'name', firstName: 'Ada', lastName: 'King' })
    const { draft } = (await person.call('GET', '/api/onboarding/consumer/draft')).json()
    expect(draft).toMatchObject({ firstName: 'Ada', lastName: 'King', phone: '+44 20 7946 0111' })
    await uploadPicture(person, 'selfie')
    expect(
      (await person.call('POST', '/api/onboarding/kyc', { ...ANSWERS, lastName: 'King' })).statusCode,
    ).toBe(200)
    const { items } = await openCase(boss, person.id)
    expect(items.find(({ item }) => item === 'name')).toMatchObject({
      decision: 'pending',
      supportChanges: [{ after: 'Ada King', ...about }],
    })
    expect(items.find(({ item }) => item === 'birth_date')).toMatchObject({ decision: 'accepted' })
  })

  test('leaves an approval as it is, and the next confirmation of details possible', async () => {
    const person = await submitted(await app.signIn())
    await decideOn(boss, person.id, await openCase(boss, person.id), {})
    await change(person.id, { field: 'address', address: '9 New Road, London N1 9ZZ' })
    const approved = await openCase(boss, person.id)
    expect(approved).toMatchObject({ state: 'approved', approval: { reviewed: approved.items.length } })
    const asked = await boss.call('POST', at(person.id, 'kyc-reverification'), {
      version: approved.version,
      note: 'Yearly',
    })
    expect(asked.statusCode).toBe(200)
    expect(
      (await person.call('POST', '/api/onboarding/consumer/confirm', { unchanged: true })).json(),
    ).toMatchObject({ state: 'approved' })
  })

  test('is not mailed to an address that no one has confirmed', async () => {
    const person = await submitted(await app.signIn())
    await person.call('POST', '/api/user/update-email', { email: `typo-${person.id}@elsewhere.example` })
    await change(person.id, { field: 'address', address: '9 New Road, London N1 9ZZ' })
    expect((await mailsTo(person.id, 'details-changed')).map(({ to_address }) => to_address)).toEqual([
      person.email,
    ])
  })

  test('is created and answered once, however often the same person sends it', async () => {
    const person = await submitted(await app.signIn())
    const wish = { field: 'phone', phone: '+44 20 7946 0777' }
    expect((await propose(grace, person.id, wish)).statusCode).toBe(200)
    expect((await propose(grace, person.id, wish)).statusCode).toBe(200)
    expect((await propose(grace, person.id, { ...wish, phone: '+44 20 7946 0778' })).statusCode).toBe(409)
    const [made, ...more] = (await supportOf(alan, person.id)).changes
    expect(more).toEqual([])
    const first = await answer(alan, made.id, 'confirm', { note: 'Called back' })
    const again = await answer(alan, made.id, 'confirm', { note: 'Called back' })
    expect([first.statusCode, again.statusCode]).toEqual([200, 200])
    expect(again.json()).toEqual(first.json())
    expect((await answer(alan, made.id, 'decline')).statusCode).toBe(409)
    expect((await answer(boss, made.id, 'confirm')).statusCode).toBe(409)
    expect(await eventsOf(person.id, 'user.change_confirmed')).toHaveLength(1)
  })

  test('is declined with a note, cancelled by its proposer, and refused once the detail has changed', async () => {
    const person = await submitted(await app.signIn())
    await propose(grace, person.id, { field: 'phone', phone: '+44 20 7946 0999' })
    const [first] = (await supportOf(alan, person.id)).changes
    const declined = await answer(alan, first.id, 'decline', { note: 'No proof' })
    expect(declined.json().change).toMatchObject({ state: 'declined', note: 'No proof' })
    expect((await answer(boss, first.id, 'confirm')).statusCode).toBe(409)
    await propose(grace, person.id, { field: 'phone', phone: '+44 20 7946 0999' })
    const [second] = (await supportOf(alan, person.id)).changes
    expect((await answer(grace, second.id, 'decline')).statusCode).toBe(200)
    await propose(grace, person.id, { field: 'address', address: '1 New Road' })
    const [third] = (await supportOf(alan, person.id)).changes
    await app.database.pool.query("update kyc_profiles set address = '2 Else Road' where user_id = $1", [
      person.id,
    ])
    expect((await answer(alan, third.id, 'confirm')).json().message).toMatch(/It has changed since/)
  })

  test('is deleted with an erased account before it has an answer, and so is the staff’s task', async () => {
    const person = await submitted(await app.signIn())
    await propose(grace, person.id, { field: 'phone', phone: '+44 20 7946 0555' })
    const waits = async () => ({
      urgent: (await alan.call('GET', '/api/notices')).json().urgent,
      changes: (await alan.call('GET', '/api/admin/changes')).json().changes,
    })
    const before = await waits()
    const { erasure } = (await person.call('POST', '/api/privacy/erasure', {})).json()
    expect((await boss.call('POST', `/api/admin/erasures/${erasure.id}/carry-out`)).statusCode).toBe(200)
    const after = await waits()
    expect(after.changes).toHaveLength(before.changes.length - 1)
    expect(after.urgent).toBe(before.urgent - 1)
  })

  test('must be about someone else, not about a super admin if proposed by an admin, with one of the person’s documents', async () => {
    const person = await submitted(await app.signIn())
    const change = { field: 'email', email: 'other@people.example' }
    expect((await propose(grace, grace.id, change)).statusCode).toBe(403)
    expect((await propose(grace, boss.id, change)).statusCode).toBe(403)
    expect((await propose(boss, grace.id, change)).statusCode).toBe(200)
    const foreign = (await uploadPicture(await app.signIn(), 'selfie')).json().document.id
    expect((await propose(grace, person.id, { ...change, documentId: foreign })).statusCode).toBe(400)
    expect((await propose(grace, person.id, { field: 'email', email: 'nonsense' })).statusCode).toBe(400)
    const noNumber = await propose(grace, person.id, { field: 'phone', phone: '020 7946' })
    expect(noNumber.json()).toMatchObject({ error: 'VALIDATION_ERROR', fields: { phone: PHONE_ADVICE } })
    expect(
      (await propose(grace, (await app.signIn()).id, { field: 'phone', phone: '020 7946 0123' })).statusCode,
    ).toBe(409)
  })
})

test('a confirmation mail can be sent again, a few times an hour, to someone who has not confirmed', async () => {
  const person = await app.signIn()
  expect((await grace.call('POST', at(person.id, 'confirmation-mail'))).statusCode).toBe(409)
  await app.database.pool.query('update users set email_confirmed_at = null where id = $1', [person.id])
  const sent = await grace.call('POST', at(person.id, 'confirmation-mail'))
  expect(sent.json().support).toMatchObject({
    email: { linkUntil: expect.any(String) },
    mails: [{ to: person.email, status: expect.stringMatching(/queued|sent/) }],
  })
  for (let press = 0; press < 4; press++)
    expect((await grace.call('POST', at(person.id, 'confirmation-mail'))).json()).toMatchObject({
      error: 'INVALID_STATE',
      message: expect.stringContaining('less than a minute ago'),
    })
  expect(await mailsTo(person.id, 'system-email-confirmation')).toHaveLength(1)
  expect(await eventsOf(person.id, 'user.confirmation_resent')).toHaveLength(1)
  expect(await eventsOf(person.id, 'admin.user_viewed')).toHaveLength(0)
  await supportOf(grace, person.id)
  expect(await eventsOf(person.id, 'admin.user_viewed')).toHaveLength(1)
})
