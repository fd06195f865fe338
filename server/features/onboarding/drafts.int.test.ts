import { beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, acceptRiskDisclosure, BUSINESS, prepare, submitted } from '#server/testing/journeys.ts'

const PATH = '/api/onboarding/consumer/draft'
const MINUTES = 60_000

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const save = (person: TestUser, draft: object, revision: number) =>
  person.call('PUT', PATH, { draft, revision })
const read = async (person: TestUser) => (await person.call('GET', PATH)).json()

test('R7 a session that ends in the middle of the form loses nothing: the draft is there after signing in again', async () => {
  const before = app.clock.now
  const person = await app.signIn()
  const draft = { firstName: 'Zoë', lastName: 'O’Neill', step: 'personal' }
  expect((await save(person, draft, 0)).json()).toMatchObject({ revision: 1 })

  app.clock.now = new Date(before.getTime() + 31 * MINUTES)
  const late = await save(person, { ...draft, phone: '+44 20 7946 0142' }, 1)
  expect([late.statusCode, late.json().error]).toEqual([401, 'UNAUTHENTICATED'])

  const token = await app.database.transaction((tx) =>
    app.services.sessions.start(tx, { userId: person.id, authTime: app.clock.now, hasRole: false }),
  )
  const headers = { cookie: `session=${token}` }
  const again = await person.call('GET', PATH, undefined, headers)
  expect(again.json()).toMatchObject({ draft, revision: 1 })
  const kept = await person.call('PUT', PATH, { draft: { ...draft, phone: '+44' }, revision: 1 }, headers)
  expect(kept.json()).toMatchObject({ revision: 2 })
  app.clock.now = before
})

test('a draft saved on two devices refuses the older one, and offers both to choose from', async () => {
  const person = await app.signIn()
  await save(person, { firstName: 'Ada' }, 0)
  expect((await save(person, { firstName: 'Ada', lastName: 'On the phone' }, 1)).statusCode).toBe(200)
  const late = await save(person, { firstName: 'Ada', lastName: 'On the laptop' }, 1)
  expect([late.statusCode, late.json()]).toMatchObject([
    409,
    { error: 'STALE_VERSION', conflict: { version: 2 } },
  ])
  expect(await read(person)).toMatchObject({ draft: { lastName: 'On the phone' }, revision: 2 })
  // After seeing the other one, the laptop saves over it.
  expect((await save(person, { firstName: 'Ada', lastName: 'On the laptop' }, 2)).statusCode).toBe(200)
})

test('R49 the same draft sent twice, because the client got no answer, is one save', async () => {
  const person = await app.signIn()
  const drafts = [
    { firstName: 'Ada' },
    // In a different order than the database stores it.
    { step: 'personal', userType: 'buy_retire', address: '14 Larkfield Road\nBristol', firstName: 'Ada' },
  ]
  for (const [revision, draft] of drafts.entries()) {
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await save(person, draft, revision)
      expect([answer.statusCode, answer.json().revision]).toEqual([200, revision + 1])
    }
  }
  const together = await Promise.all(Array.from({ length: 8 }, () => save(person, { firstName: 'Eve' }, 2)))
  expect(new Set(together.map((answer) => answer.json().revision))).toEqual(new Set([3]))
})

test('two first saves at once store one and report it to the other', async () => {
  const person = await app.signIn()
  const both = await Promise.all(['Ada', 'Eve'].map((firstName) => save(person, { firstName }, 0)))
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})

test('submitting clears the draft, and a late auto-save does not restore it', async () => {
  const person = await app.signIn()
  await save(person, { firstName: 'Ada' }, 0)
  await submitted(person)
  expect(await read(person)).toEqual({ draft: null, revision: 0, savedAt: null })
  const late = await save(person, { firstName: 'Ada' }, 1)
  expect(late.statusCode).toBe(409)
  expect(await read(person)).toMatchObject({ draft: null })
  // The same submission, sent again because the client got no answer, is accepted.
  const again = await person.call('POST', '/api/onboarding/kyc', ANSWERS)
  expect(again.statusCode).toBe(200)
})

test.each([
  ['person', PATH, '/api/onboarding/kyc', ANSWERS, { phone: '+44 20 7946 0199' }],
  ['company', '/api/onboarding/business/draft', '/api/onboarding/business', BUSINESS, { legalName: 'Hill' }],
] as const)(
  'the submission of a %s is refused once answers were saved that its page hasn’t seen, and keeps them',
  async (_, draftPath, path, answers, other) => {
    const person = await app.signIn()
    if (path === '/api/onboarding/kyc') await prepare(person)
    else await acceptRiskDisclosure(person)
    const submit = (draftRevision?: number) => person.call('POST', path, { ...answers, draftRevision })
    const put = (draft: object, revision: number) => person.call('PUT', draftPath, { draft, revision })
    await put({ email: 'seen@people.example' }, 0)
    await put(other, 1)
    for (const unseen of [0, 1, 3]) {
      const refused = await submit(unseen)
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        { error: 'STALE_VERSION', conflict: { version: 2 } },
      ])
    }
    expect((await person.call('GET', draftPath)).json()).toMatchObject({ draft: other, revision: 2 })
    expect((await submit(2)).statusCode).toBe(200)
    // Sent again because its answer was lost: the draft is gone by then.
    expect((await submit(2)).statusCode).toBe(200)
  },
)

test('a save and the submission of the answers before it, both at once, never lose what was saved', async () => {
  const person = await app.signIn()
  await prepare(person)
  await save(person, { firstName: 'Ada' }, 0)
  const [saved, submission] = await Promise.all([
    save(person, { firstName: 'Augusta' }, 1),
    person.call('POST', '/api/onboarding/kyc', { ...ANSWERS, draftRevision: 1 }),
  ])
  expect([saved.statusCode, submission.statusCode].toSorted()).toEqual([200, 409])
})
