import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import {
  ANSWERS,
  BUSINESS,
  prepare,
  submitted,
  submittedBusiness,
  uploadPicture,
} from '#server/testing/journeys.ts'
import { approve, decideOn, openCase } from '#server/testing/reviews.ts'

let app: TestApp
let reviewer: TestUser
beforeAll(async () => {
  app = await testApp()
  reviewer = await app.signIn({ role: 'admin', name: 'Rhys Reviewer' })
})

const claim = (by: TestUser, id: number, kind = 'consumer') =>
  by.call('POST', `/api/admin/users/${id}/kyc-claim`, { kind })
const ownCase = async (person: TestUser, kind = 'consumer') =>
  (await person.call('GET', `/api/onboarding/${kind}/case`)).json().case
const nextStepOf = async (person: TestUser) =>
  (await person.call('GET', '/api/verification/status')).json().standing.next
const act = (person: TestUser, what: 'withdraw' | 'start-again', kind = 'consumer') =>
  person.call('POST', `/api/onboarding/${what}`, { kind })
const documentsOf = async (person: TestUser) => (await person.call('GET', '/api/documents')).json().documents
const eventsOf = async (id: number) =>
  (
    await app.database.pool.query<{ type: string }>(
      "select type from events where user_id = $1 and type like 'case.%' order by id",
      [id],
    )
  ).rows.map(({ type }) => type)

describe('while a reviewer has claimed the case', () => {
  test('no call replaces a document, the refusal says what to do, and nothing is lost', async () => {
    const person = await submitted(await app.signIn())
    expect((await claim(reviewer, person.id)).statusCode).toBe(200)
    const before = await documentsOf(person)
    expect(await ownCase(person)).toMatchObject({ isHeld: true })
    for (const { editable } of (await ownCase(person)).items) expect(editable).toBe(false)

    const answers = [
      await uploadPicture(person, 'selfie'),
      await person.call('POST', '/api/uploads/kyc-document', {
        documentType: 'selfie',
        fileName: 'selfie.jpg',
        fileData: 'data:image/jpeg;base64,/9j/4AAQSkZJRg==',
      }),
      await person.call('PUT', `/api/documents/${before[0].id}/dates`, {
        issuedOn: null,
        expiresOn: '2030-01-01',
      }),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({
        error: 'INVALID_STATE',
        message: expect.stringMatching(/A reviewer is checking.*withdraw your application/),
      })
    }
    expect(await documentsOf(person)).toEqual(before)
    // A claim that lapsed or was released blocks nothing.
    await reviewer.call('POST', `/api/admin/users/${person.id}/kyc-release`, { kind: 'consumer' })
    expect((await uploadPicture(person, 'selfie')).statusCode).toBe(200)
    const { case: own } = (await person.call('GET', '/api/onboarding/consumer/case')).json()
    expect(own.timeline.at(-1)).toMatchObject({ title: 'Document replaced', detail: 'Selfie' })
  })

  test('an upload and a claim at once leave what the reviewer was given', async () => {
    const person = await submitted(await app.signIn())
    const [upload, claimed] = await Promise.all([uploadPicture(person, 'selfie'), claim(reviewer, person.id)])
    expect([200, 409]).toContain(upload.statusCode)
    const review = await openCase(reviewer, person.id)
    const shown = claimed.json().case.items.find(({ item }: { item: string }) => item === 'selfie')
    const now = review.items.find(({ item }) => item === 'selfie')
    if (upload.statusCode === 409) expect(now?.document?.id).toBe(shown.document.id)
    expect((await uploadPicture(person, 'selfie')).statusCode).toBe(409)
  })

  test('a company can’t add a document either', async () => {
    const person = await submittedBusiness(await app.signIn())
    await claim(reviewer, person.id, 'business')
    expect((await uploadPicture(person, 'other', undefined, 'business')).statusCode).toBe(409)
  })
})

describe('withdrawing', () => {
  test.each([
    ['consumer', submitted],
    ['business', submittedBusiness],
  ] as const)(
    'a %s withdraws a waiting application, keeps everything, and is mailed once',
    async (kind, submit) => {
      const person = await submit(await app.signIn({ name: 'Wanda Withdrawn' }))
      await claim(reviewer, person.id, kind)
      const before = await documentsOf(person)
      const [first, second] = await Promise.all([
        act(person, 'withdraw', kind),
        act(person, 'withdraw', kind),
      ])
      expect([first.statusCode, second.statusCode]).toEqual([200, 200])
      expect(first.json().case).toMatchObject({ state: 'withdrawn', isHeld: false })
      expect(await documentsOf(person)).toEqual(before)
      expect((await eventsOf(person.id)).filter((type) => type === 'case.withdrawn')).toHaveLength(1)
      const { rows } = await app.database.pool.query(
        "select 1 from mails where user_id = $1 and kind = 'verification-withdrawn'",
        [person.id],
      )
      expect(rows).toHaveLength(1)
      // The reviewer who had claimed it is told, and can't decide anything.
      const { notices } = (await reviewer.call('GET', '/api/notices')).json()
      expect(notices[0].title).toMatch(/^(Wanda Withdrawn|Fern Hill Limited) withdrew/)
      const review = await openCase(reviewer, person.id, kind)
      expect(review.events.map(({ title }) => title)).toContain('Withdrawn by the applicant')
      expect((await claim(reviewer, person.id, kind)).statusCode).toBe(409)
    },
  )

  test('needs a submitted application, and is not possible after the approval', async () => {
    const person = await app.signIn()
    expect((await act(person, 'withdraw')).statusCode).toBe(404)
    await prepare(person)
    expect((await act(person, 'withdraw')).statusCode).toBe(409)
    const verified = await submitted(await app.signIn())
    await approve(reviewer, verified.id)
    expect((await act(verified, 'withdraw')).json()).toMatchObject({ error: 'PROFILE_LOCKED' })
    expect((await act(verified, 'start-again')).json()).toMatchObject({ error: 'PROFILE_LOCKED' })
  })
})

test('starting again keeps what is still valid and asks for the rest', async () => {
  const person = await submitted(await app.signIn())
  // It was valid when submitted, and has expired since.
  await app.database.pool.query(
    "update documents set expires_on = '2026-03-09' where user_id = $1 and slot = 'id-front'",
    [person.id],
  )
  await act(person, 'withdraw')
  expect((await uploadPicture(person, 'selfie')).statusCode).toBe(409)
  const again = await act(person, 'start-again')
  expect(again.json().case).toMatchObject({ state: 'draft' })
  expect((await act(person, 'start-again')).statusCode).toBe(200)
  const kept = (await documentsOf(person)).map(({ documentType }: { documentType: string }) => documentType)
  expect(kept.sort()).toEqual(['proof-of-address', 'selfie'])
  expect((await eventsOf(person.id)).at(-1)).toBe('case.started_again')
  await uploadPicture(person, 'id-front')
  const answer = await person.call('POST', '/api/onboarding/kyc', ANSWERS)
  expect(answer.statusCode).toBe(200)
  expect(await ownCase(person)).toMatchObject({ state: 'submitted', round: 2 })
})

test('a returned case knows which of its items are fixed, on every call that reads it', async () => {
  const person = await submitted(await app.signIn())
  const review = await openCase(reviewer, person.id)
  await decideOn(reviewer, person.id, review, { selfie: 'SELFIE_UNCLEAR', address: 'DATA_MISMATCH' })
  const fixed = async () =>
    (await ownCase(person)).items
      .filter(({ decision }: { decision: string }) => decision === 'retry')
      .map(({ item, fixed }: { item: string; fixed: boolean }) => [item, fixed])
  expect(await fixed()).toEqual([
    ['address', false],
    ['selfie', false],
  ])
  await uploadPicture(person, 'selfie')
  expect(await fixed()).toEqual([
    ['address', false],
    ['selfie', true],
  ])
  expect(await nextStepOf(person)).toMatchObject({
    title: 'Fix 1 item',
    text: 'Address. You’ve fixed the rest.',
  })
  const { confirmed: _, ...answers } = ANSWERS
  const draft = { ...answers, address: '15 Larkfield Road\nBristol\nBS99 1AA' }
  await person.call('PUT', '/api/onboarding/consumer/draft', { draft, revision: 0 })
  expect(await fixed()).toEqual([
    ['address', true],
    ['selfie', true],
  ])
  expect(await nextStepOf(person)).toMatchObject({
    action: 'Send for review',
    href: '/onboarding/consumer?step=review',
  })
})

test('a corrected name becomes the account’s name, unless another was entered there', async () => {
  const nameOf = async (id: number) =>
    (await app.database.pool.query('select name, company from users where id = $1', [id])).rows[0]
  for (const [given, after] of [
    [null, 'Ottilie Withdrawn'],
    ['Tilly', 'Tilly'],
  ]) {
    const person = await app.signIn()
    await app.database.pool.query('update users set name = $2 where id = $1', [person.id, given])
    await submitted(person)
    const review = await openCase(reviewer, person.id)
    await decideOn(reviewer, person.id, review, { name: 'ID_NAME_MISMATCH' })
    const { confirmed, ...answers } = ANSWERS
    await person.call('POST', '/api/onboarding/kyc', {
      ...answers,
      confirmed,
      firstName: 'Ottilie',
      lastName: 'Withdrawn',
    })
    expect((await nameOf(person.id)).name).toBe(after)
  }
  const director = await submittedBusiness(await app.signIn())
  const review = await openCase(reviewer, director.id, 'business')
  await decideOn(reviewer, director.id, review, { registration: 'DATA_MISMATCH' }, 'business')
  await director.call('POST', '/api/onboarding/business', {
    ...BUSINESS,
    legalName: 'Fern Hill (UK) Limited',
  })
  expect((await nameOf(director.id)).company).toBe('Fern Hill (UK) Limited')
})

test('the same for a returned company', async () => {
  const person = await submittedBusiness(await app.signIn())
  const review = await openCase(reviewer, person.id, 'business')
  await decideOn(reviewer, person.id, review, { registration: 'DATA_MISMATCH' }, 'business')
  const { items } = await ownCase(person, 'business')
  expect(items.find(({ item }: { item: string }) => item === 'registration')).toMatchObject({
    decision: 'retry',
    fixed: false,
  })
  const { declarations: _, ...answers } = BUSINESS
  const beneficialOwners = answers.beneficialOwners.map((owner, index) => ({
    ...owner,
    id: `o${index + 1}`,
    ownershipPercent: ['37.5', '62.5'][index],
  }))
  const draft = { ...answers, beneficialOwners, legalName: 'Fern Hill (UK) Limited' }
  const saved = await person.call('PUT', '/api/onboarding/business/draft', { draft, revision: 0 })
  expect(saved.statusCode).toBe(200)
  const after = await ownCase(person, 'business')
  expect(after.items.find(({ item }: { item: string }) => item === 'registration').fixed).toBe(true)
})
