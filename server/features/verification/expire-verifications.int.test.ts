import { afterEach, beforeAll, expect, test } from 'vitest'
import type { DocType } from '#contract/documents/documents.ts'
import { heldData } from '#server/features/privacy/exports/held-data.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { submitted, uploadIdSide, uploadPicture } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { acceptAll, openCase } from '#server/testing/reviews.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { countVerifications, expireVerifications } from './expire-verifications.ts'

let app: TestApp
const STARTED = new Date('2026-03-10T10:00:00Z')
beforeAll(async () => {
  app = await testApp()
  app.clock.now = STARTED
})
afterEach(async () => {
  app.clock.now = STARTED
  await app.database.pool.query("update cases set state = 'rejected'")
})

/** Someone approved whose passport is valid until a day. */
async function verified(expiresOn: string, docType: DocType = 'passport'): Promise<TestUser> {
  const person = await submitted(await app.signIn(), { docType })
  const admin = await app.signIn({ role: 'admin' })
  await acceptAll(admin, person.id, await openCase(admin, person.id))
  await expires(person, expiresOn)
  return person
}
const expires = (person: TestUser, on: string, slot = 'id-front') =>
  app.database.pool.query(
    'update documents set expires_on = $2, no_expiry_date = false where user_id = $1 and slot = $3 and superseded_at is null',
    [person.id, on, slot],
  )
const runOn = (day: string) => {
  app.clock.now = new Date(`${day}T06:25:00Z`)
  return expireVerifications(app.services)
}
const dueOn = (day: string) => {
  app.clock.now = new Date(`${day}T06:25:00Z`)
  return countVerifications(app.services)
}
const mails = async (person: TestUser) =>
  (
    await app.database.pool.query('select kind from mails where user_id = $1 order by id', [person.id])
  ).rows.map(({ kind }) => kind)
const ownCase = async (person: TestUser) =>
  (await person.call('GET', '/api/onboarding/consumer/case')).json().case
const confirm = (person: TestUser, docType?: DocType) =>
  person.call('POST', '/api/onboarding/consumer/confirm', { unchanged: true, docType })

/** Someone whose ID has expired since, in the session in which they were approved a minute ago. */
async function asked(docType: DocType): Promise<TestUser> {
  const person = await verified('2026-03-01', docType)
  await runOn('2026-03-10')
  app.clock.now = new Date(STARTED.getTime() + 60_000)
  return person
}
const documentsOf = async (person: TestUser) =>
  (await person.call('GET', '/api/verification/status')).json().standing.documents

test('a problem with one case does not hold up others', async () => {
  const [broken, next] = [await verified('2026-03-20'), await verified('2026-03-20')]
  await app.database.pool.query("update cases set items = '5' where user_id = $1", [broken.id])
  expect(await runOn('2026-03-21')).toEqual({ reminded: 0, due: 1 })
  expect(await mails(next)).toContain('verification-confirm-due')
  expect(app.logged.join('')).toContain('A person’s ID document could not be checked')
})

test('an ID document is announced 60, 30 and 7 days before it expires, then its owner is asked to confirm; each once', async () => {
  const person = await verified('2026-06-01')
  const found: string[] = []
  const counted: string[] = []
  for (const day of [
    '2026-04-01',
    '2026-04-02',
    '2026-04-03',
    '2026-05-02',
    '2026-05-25',
    '2026-06-01',
    '2026-06-02',
  ]) {
    const due = await dueOn(day)
    const runs = await Promise.all([runOn(day), runOn(day)])
    counted.push(`${due} ${await dueOn(day)}`)
    found.push(
      runs
        .map(({ reminded, due }) => `${reminded}${due}`)
        .sort()
        .join(' '),
    )
  }
  expect(found).toEqual(['00 00', '00 10', '00 00', '00 10', '00 10', '00 00', '00 01'])
  expect(counted).toEqual(['0 0', '1 0', '0 0', '1 0', '1 0', '0 0', '1 0'])
  expect(await mails(person)).toEqual([
    'verification-submitted',
    'verification-approved',
    'id-document-expiring',
    'id-document-expiring',
    'id-document-expiring',
    'verification-confirm-due',
  ])
  const { rows } = await app.database.pool.query(
    "select state, confirm_by from cases where user_id = $1 and kind = 'consumer'",
    [person.id],
  )
  expect(rows).toEqual([{ state: 'reverification_due', confirm_by: new Date('2026-07-01T23:00:00Z') }])
  expect(await eventsOf(app.database, person.id, 'case.confirmation_due')).toHaveLength(1)
})

test('someone who does not confirm is reminded once, stays verified, and is overdue in the queue from the day after', async () => {
  const person = await verified('2026-03-01')
  expect(await runOn('2026-03-10')).toEqual({ reminded: 0, due: 1 })
  const reminded: number[] = []
  const due: number[] = []
  for (const day of ['2026-04-01', '2026-04-02', '2026-04-02', '2026-04-05']) {
    due.push(await dueOn(day))
    reminded.push((await runOn(day)).reminded)
  }
  expect(reminded).toEqual([0, 1, 0, 0])
  expect(due).toEqual(reminded)
  expect((await mails(person)).slice(-2)).toEqual(['verification-confirm-due', 'verification-confirm-due'])
  const late = async (day: string) => {
    await runOn(day)
    const admin = await app.signIn({ role: 'admin' })
    const list = (due: string) =>
      admin.call('GET', `/api/admin/queue?state=reverification_due${due}`).then((answer) => answer.json())
    const home = (await admin.call('GET', '/api/staff/home')).json()
    const [all, overdue] = [await list(''), await list('&due=overdue')]
    expect(home.lateConfirmations).toBe(overdue.count)
    expect(all.cases).toMatchObject([{ userId: person.id, confirmBy: '2026-04-08T23:00:00.000Z' }])
    return [overdue.count, (await list('&due=due_soon')).count]
  }
  expect(await late('2026-04-09')).toEqual([0, 1])
  expect(await late('2026-04-10')).toEqual([1, 0])
  expect((await openCase(await app.signIn({ role: 'admin' }), person.id)).kyc_status).toBe('approved')
})

test('confirming keeps the approval if nothing changed, and asks first for what has expired', async () => {
  const person = await verified('2026-03-01')
  expect((await confirm(person)).json()).toMatchObject({ error: 'INVALID_STATE' })
  await runOn('2026-03-10')
  app.clock.now = STARTED
  expect(await ownCase(person)).toMatchObject({ state: 'reverification_due', kyc_status: 'approved' })
  const refused = await confirm(person)
  expect(refused.json()).toMatchObject({
    error: 'INVALID_STATE',
    message: expect.stringContaining('expired on Mar 1, 2026'),
  })
  expect(
    (await person.call('POST', '/api/onboarding/consumer/confirm', { unchanged: false })).statusCode,
  ).toBe(400)
  // A reviewer has seen that the date was entered wrongly.
  await expires(person, '2030-03-01')
  // Not the ID's.
  await expires(person, '2029-12-31', 'proof-of-address')
  expect((await confirm(person)).json()).toEqual({ success: true, state: 'approved' })
  expect((await confirm(person)).statusCode).toBe(409)
  expect(await eventsOf(app.database, person.id, 'case.confirmed')).toHaveLength(1)
  const [mail] = await mailRows(
    app.database,
    'select kind, subject, text from mails where user_id = $1 order by id desc limit 1',
    person.id,
  )
  expect(mail).toMatchObject({ kind: 'verification-confirmed', subject: 'Your details are confirmed' })
  expect(mail.text).toContain('You stay verified. We’ll ask you again once your ID has run out.')
  expect(mail.text).toContain('Mar 1, 2030')
  expect(mail.text).not.toMatch(/checked|approved/)
  expect((await person.call('GET', '/api/notices')).json().notices[0]).toMatchObject({
    title: 'Your details are confirmed',
    detail: 'You stay verified.',
  })
})

test('only a new document and what it proves go to a reviewer, and no one extends the old one themselves', async () => {
  const person = await verified('2026-03-01')
  await runOn('2026-03-10')
  app.clock.now = STARTED
  const documents = (await person.call('GET', '/api/documents')).json().documents
  const front = documents.find(({ documentType }: { documentType: string }) => documentType === 'id-front')
  const dated = await person.call('PUT', `/api/documents/${front.id}/dates`, {
    issuedOn: null,
    expiresOn: '2036-03-01',
  })
  expect(dated.statusCode).toBe(200)
  expect(
    (await ownCase(person)).items.find(({ item }: { item: string }) => item === 'id-front').decision,
  ).toBe('pending')
  await expires(person, '2026-03-01')
  expect((await uploadPicture(person, 'id-front')).statusCode).toBe(200)
  expect((await confirm(person)).json()).toEqual({ success: true, state: 'submitted' })
  const { rows } = await app.database.pool.query(
    "select items, round from cases where user_id = $1 and kind = 'consumer'",
    [person.id],
  )
  const decisions = rows[0].items.map(({ key, decision }: Record<string, string>) => `${key} ${decision}`)
  expect(decisions.filter((decision: string) => decision.endsWith('pending'))).toEqual([
    'name pending',
    'birth_date pending',
    'id-front pending',
    'selfie pending',
  ])
  expect(rows[0].round).toBe(2)
  const admin = await app.signIn({ role: 'admin' })
  await acceptAll(admin, person.id, await openCase(admin, person.id))
  expect(await ownCase(person)).toMatchObject({ state: 'approved' })
})

test('an expired passport is confirmed with a licence: with both sides, once, and its reviewer reads both kinds', async () => {
  const person = await asked('passport')
  expect(await documentsOf(person)).toMatchObject({ docType: 'passport' })
  expect((await uploadIdSide(person, 'id-front', 'drivingLicence')).statusCode).toBe(200)
  const backOf = ({ slots }: { slots: { slot: string }[] }) => slots.find(({ slot }) => slot === 'id-back')
  const given = await documentsOf(person)
  expect([given.docType, backOf(given)]).toMatchObject(['drivingLicence', { status: 'missing' }])
  const { leaf } = (await person.call('GET', '/api/home')).json()
  const line = (key: string) => leaf.lines.find((each: { key: string }) => each.key === key)
  expect(line('id-front')).toMatchObject({
    state: 'ready',
    given: expect.stringContaining('Driving licence'),
  })
  expect(line('id-back')).toMatchObject({ state: 'to_do', change: { href: '/verification/confirm' } })
  // As a page that was opened before would send it.
  expect((await confirm(person)).json().message).toBe('Upload the ID front of your new passport first.')
  expect((await confirm(person, 'drivingLicence')).json()).toMatchObject({
    error: 'INVALID_STATE',
    message: 'Upload the ID back of your new driving licence first.',
  })
  expect((await uploadIdSide(person, 'id-back', 'drivingLicence')).statusCode).toBe(200)
  const answers = await Promise.all([confirm(person, 'drivingLicence'), confirm(person, 'drivingLicence')])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const profile = await person.call('GET', `/api/onboarding/kyc-profile-by-user/${person.id}`)
  expect(profile.json().profile).toMatchObject({ doc_type: 'drivingLicence' })

  const admin = await app.signIn({ role: 'admin' })
  const review = await openCase(admin, person.id)
  expect(review.items.find(({ item }) => item === 'id-front')).toMatchObject({
    before: 'Passport',
    after: 'Driving licence',
    decision: 'pending',
  })
  expect(review.items.find(({ item }) => item === 'id-back')).toMatchObject({ decision: 'pending' })
  expect((await acceptAll(admin, person.id, review)).json()).toMatchObject({ case: { state: 'approved' } })
  expect(await documentsOf(person)).toMatchObject({ docType: 'drivingLicence', done: 4 })
})

test('a new card is given with its new back, and a passport in its place without one', async () => {
  const person = await asked('drivingLicence')
  expect((await uploadIdSide(person, 'id-front', 'drivingLicence')).statusCode).toBe(200)
  expect((await confirm(person)).json().message).toBe('Upload the ID back of your new driving licence first.')
  // The approved back is none of a permit, whatever the call says.
  expect((await confirm(person, 'residencePermit')).json().message).toBe(
    'Upload the ID front and ID back of your new residence permit first.',
  )
  expect((await uploadIdSide(person, 'id-front', 'passport')).statusCode).toBe(200)
  expect(await documentsOf(person)).toMatchObject({ docType: 'passport' })
  expect((await confirm(person, 'passport')).json()).toEqual({ success: true, state: 'submitted' })
  const { items } = await openCase(await app.signIn({ role: 'admin' }), person.id)
  expect(items.map(({ item }) => item)).not.toContain('id-back')
})

test('nothing but what was given since the approval changes the kind, and no kind is stated without its files', async () => {
  const person = await app.signIn()
  // Tried in the onboarding, and set aside.
  expect((await uploadIdSide(person, 'id-back', 'drivingLicence')).statusCode).toBe(200)
  await submitted(person)
  const admin = await app.signIn({ role: 'admin' })
  await acceptAll(admin, person.id, await openCase(admin, person.id))
  await expires(person, '2030-03-01')
  const { version } = await openCase(admin, person.id)
  await admin.call('POST', `/api/admin/users/${person.id}/kyc-reverification`, { version, note: 'Yearly' })
  expect(await documentsOf(person)).toMatchObject({ docType: 'passport' })
  for (const docType of ['drivingLicence', 'residencePermit'] as const)
    expect((await confirm(person, docType)).statusCode).toBe(409)
  expect((await confirm(person, 'passport')).json()).toEqual({ success: true, state: 'approved' })
})

test('staff who ask someone whose ID has expired have them told that it takes the new one, and what that means', async () => {
  const person = await verified('2030-03-01')
  const admin = await app.signIn({ role: 'admin' })
  await app.database.pool.query(
    "update documents set expires_on = '2026-03-01' where user_id = $1 and slot = 'id-front'",
    [person.id],
  )
  const { version } = await openCase(admin, person.id)
  await admin.call('POST', `/api/admin/users/${person.id}/kyc-reverification`, { version, note: 'Expired' })
  const [mail] = await mailRows(
    app.database,
    'select text from mails where user_id = $1 order by id desc',
    person.id,
  )
  expect(mail?.text).toContain('Your ID document has expired. Have the new one to hand')
  expect(mail?.text).toMatch(/You aren’t verified from when you confirm until we\s+have/)
})

test('staff may ask someone approved to confirm, for a reason that only staff read', async () => {
  const person = await verified('2030-03-01')
  const admin = await app.signIn({ role: 'admin' })
  const { version } = await openCase(admin, person.id)
  const ask = (body: object, by = admin, id = person.id) =>
    by.call('POST', `/api/admin/users/${id}/kyc-reverification`, body)
  const note = 'Somebody telephoned on Wednesday'
  expect((await ask({ version, note: ' ' })).json()).toMatchObject({
    error: 'VALIDATION_ERROR',
    fields: { note: 'Write why you ask' },
  })
  expect((await ask({ version: version - 1, note })).json()).toMatchObject({ error: 'STALE_VERSION' })
  const asked = (await ask({ version, note })).json().case
  expect(asked).toMatchObject({
    state: 'reverification_due',
    kyc_status: 'approved',
    confirmBy: '2026-04-08T23:00:00.000Z',
  })
  expect(asked.events).toContainEqual(expect.objectContaining({ type: 'case.confirmation_due', note }))
  expect((await ask({ version: asked.version, note })).json()).toMatchObject({ error: 'INVALID_STATE' })

  const rows = await mailRows(
    app.database,
    'select text from mails where user_id = $1 order by id desc',
    person.id,
  )
  expect(rows[0].text).toContain('From time to time')
  const notices = (await person.call('GET', '/api/notices')).json().notices
  expect(notices[0]).toMatchObject({ title: 'Please confirm your details', path: '/verification/confirm' })
  const held = await app.database.transaction((tx) => heldData(tx, person.id))
  expect(JSON.stringify([await ownCase(person), rows, notices, held])).not.toMatch(/Wednesday/)
  expect((await confirm(person)).json()).toEqual({ success: true, state: 'approved' })

  const waiting = await submitted(await app.signIn())
  const open = await openCase(admin, waiting.id)
  expect((await ask({ version: open.version, note }, admin, waiting.id)).statusCode).toBe(409)
  expect((await ask({ version, note }, person)).statusCode).toBe(403)
})
