import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { newClient, newInvoice } from '#server/testing/invoices.ts'
import { ANSWERS, prepare, submitted, uploadPicture } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { approve, decideOn, openCase } from '#server/testing/reviews.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'superAdmin' })
})

/** What every page, list and notice shows about one person now. */
async function everywhere(person: TestUser) {
  const get = async (url: string, who = person) => (await who.call('GET', url)).json()
  const { standing } = await get('/api/verification/status')
  const { case: own } = await get('/api/onboarding/consumer/case')
  const users = await get(`/api/admin/users?email=${encodeURIComponent(person.email)}`, admin)
  const state = own?.state ?? null
  // The staff's lists are sent the state, from which their badge is made.
  expect(users.data.find(({ id }: { id: number }) => id === person.id)?.individual_state).toBe(state)
  expect(standing.consumer.state).toBe(state)
  if (own) {
    expect(own.standing).toEqual(standing.consumer)
    expect([own.label, own.text]).toEqual([standing.consumer.application.label, standing.consumer.sentence])
  }
  if (own?.round > 0) expect((await openCase(admin, person.id)).state).toBe(state)
  const { account, application, promise } = standing.consumer
  return {
    words: [account.label, application.label],
    percent: standing.percent,
    documents: standing.documents.done,
    next: standing.next.kind,
    promise,
    standing,
  }
}

const lastNotice = async (person: TestUser) => (await person.call('GET', '/api/notices')).json().notices[0]
const lastMail = async (person: TestUser) =>
  (
    await mailRows(
      app.database,
      'select subject, text from mails where user_id = $1 order by id desc limit 1',
      person.id,
    )
  )[0]
const setStatus = (person: TestUser, kyc_status: string) =>
  admin.call('PUT', `/api/admin/users/${person.id}/kyc-status`, {
    kyc_status,
    note: 'As agreed',
    override: true,
  })

test('one person has one standing everywhere, from the first day to the last', async () => {
  const person = await app.signIn()
  expect(await everywhere(person)).toMatchObject({
    words: ['Not Started', 'Pending Submission'],
    documents: 0,
    next: 'step',
    promise: null,
  })

  await prepare(person)
  await person.call('PUT', '/api/onboarding/consumer/draft', { draft: { docType: 'passport' }, revision: 0 })
  expect(await everywhere(person)).toMatchObject({
    words: ['Pending Verification', 'Pending Submission'],
    // A passport has no back: not needed, so done.
    documents: 4,
    next: 'step',
  })

  await person.call('POST', '/api/onboarding/kyc', ANSWERS)
  const handedIn = await everywhere(person)
  expect(handedIn).toMatchObject({ words: ['Submitted', 'Submitted'], documents: 4, percent: 83 })
  expect(handedIn.promise).toMatchObject({ kind: 'answer', isLate: false })
  // Page, notice and mail promise the same time.
  expect((await lastNotice(person)).detail).toBe(handedIn.promise.text)
  expect((await lastMail(person)).text.replaceAll(/\s+/g, ' ')).toContain(handedIn.promise.text)

  expect((await admin.call('POST', `/api/admin/users/${person.id}/kyc-claim`, {})).statusCode).toBe(200)
  const claimed = await openCase(admin, person.id)
  expect(await everywhere(person)).toMatchObject({ words: ['Under Review', 'Under Review'], percent: 83 })

  await decideOn(admin, person.id, claimed, { selfie: 'SELFIE_UNCLEAR' })
  expect(await everywhere(person)).toMatchObject({
    words: ['Action Required', 'Action Required'],
    documents: 3,
    next: 'fix',
    promise: null,
  })
  expect((await lastNotice(person)).title).toBe('Action required: your application')
  expect((await lastMail(person)).subject).toMatch(/^Action required: /)
  await uploadPicture(person, 'selfie')
  expect(await everywhere(person)).toMatchObject({
    words: ['Action Required', 'Action Required'],
    documents: 4,
  })

  await person.call('POST', '/api/onboarding/kyc', ANSWERS)
  await approve(admin, person.id)
  expect(await everywhere(person)).toMatchObject({
    words: ['Verified', 'Approved'],
    percent: 100,
    next: 'nothing',
    promise: null,
  })

  await app.database.pool.query(
    "update cases set state = 'reverification_due', confirm_by = $2 where user_id = $1",
    [person.id, new Date(app.clock.now.getTime() + 10 * 86_400_000)],
  )
  const due = await everywhere(person)
  expect(due).toMatchObject({ words: ['Verified', 'Approved'], percent: 100, next: 'reconfirm' })
  expect(due.standing.next.text).toContain(due.promise.text)

  expect((await setStatus(person, 'rejected')).statusCode).toBe(200)
  const refused = await everywhere(person)
  expect(refused).toMatchObject({
    words: ['Verification Failed', 'Not approved'],
    next: 'refused',
    promise: null,
  })
  expect(refused.standing.progress).not.toContain('step left')
  expect(refused.standing.progress).toContain('nothing left to do')

  expect((await setStatus(person, 'pending')).statusCode).toBe(200)
  expect(await everywhere(person)).toMatchObject({
    words: ['Pending Verification', 'Pending Submission'],
    next: 'step',
  })
})

test('someone who withdraws is shown so, and is promised nothing', async () => {
  const person = await submitted(await app.signIn())
  expect((await person.call('POST', '/api/onboarding/withdraw', { kind: 'consumer' })).statusCode).toBe(200)
  expect(await everywhere(person)).toMatchObject({
    words: ['Pending Submission', 'Pending Submission'],
    next: 'step',
    promise: null,
  })
})

test('nothing is called ours or done before the email is confirmed', async () => {
  const person = await app.signIn()
  await app.database.pool.query(
    'update users set email_confirmed_at = null, email_verified = false where id = $1',
    [person.id],
  )
  await submitted(person)
  const { standing, promise, next } = await everywhere(person)
  expect(promise).toBeNull()
  expect(next).toBe('confirm_email')
  expect(standing.consumer.sentence).toContain('We’ll start checking it when you confirm your email address.')
  expect(standing.progress).toContain('waits until you confirm your email address')
  expect(standing.progress).not.toContain('nothing left for you to do')
})

test('if mail to the confirmed address bounced, the address is the next step, until it is confirmed again', async () => {
  const person = await submitted(await app.signIn())
  await app.database.pool.query(
    `update mails set bounced_at = now() where id = (select max(id) from mails where user_id = $1 and to_address = $2)`,
    [person.id, person.email],
  )
  expect((await everywhere(person)).next).toBe('check_email')
  await app.database.pool.query(
    "update users set email_confirmed_at = now() + interval '1 day' where id = $1",
    [person.id],
  )
  expect((await everywhere(person)).next).toBe('wait')
})

test('the next step asks for what is left of an invoice', async () => {
  const person = await submitted(await app.signIn())
  await approve(admin, person.id)
  const client = await newClient(admin, [person])
  const { id } = await newInvoice(app, admin, client.id)
  const part = { amount: 5_000, note: 'BACS 20 March', request_key: randomUUID() }
  expect((await admin.call('POST', `/api/admin/invoices/${id}/payments`, part)).statusCode).toBe(200)
  const { standing } = await everywhere(person)
  expect(standing.next).toMatchObject({ kind: 'pay', text: expect.stringContaining('£70.00'), invoiceId: id })
  expect((await person.call('GET', '/api/home')).json().panel.invoiceId).toBe(id)
})

test('the mail of a submission names what is left for someone without an investor statement, as pages do', async () => {
  const investor = await app.signIn()
  await prepare(investor)
  await investor.call('POST', '/api/onboarding/kyc', { ...ANSWERS, userType: 'invest' })
  const { next } = (await everywhere(investor)).standing
  expect(next).toMatchObject({ kind: 'step', title: 'Investor Certification' })
  const text = (await lastMail(investor)).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain(`One thing is left for you: ${next.title}. ${next.text}`)
  expect(text).toContain(next.href)
  expect(text).not.toContain('don’t need to do anything')
  const landowner = await app.signIn()
  await prepare(landowner)
  await landowner.call('POST', '/api/onboarding/kyc', ANSWERS)
  expect((await lastMail(landowner)).text).toContain('You don’t need to do anything.')
})
