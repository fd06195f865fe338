import { beforeAll, describe, expect, test } from 'vitest'
import type { CaseKind } from '#contract/verification/cases.ts'
import { drafts } from '#server/model/schema/cases.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import {
  ANSWERS,
  acceptRiskDisclosure,
  BUSINESS,
  prepare,
  submitted,
  submittedBusiness,
} from '#server/testing/journeys.ts'
import { decideOn, openCase } from '#server/testing/reviews.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
})

const OWNERS = [
  { id: 'o1', fullName: 'Ada Fern', birthDate: '1971-03', nationality: 'GB', residenceCountry: 'GB' },
  { id: 'o2', fullName: 'Ben Hill', birthDate: '1968-07-20', nationality: 'FR', residenceCountry: 'BE' },
]
const owners = (...shares: string[]) =>
  OWNERS.map((owner, index) => ({ ...owner, ownershipPercent: shares[index] }))
const { declarations: _, ...COMPANY } = { ...BUSINESS, taxNumber: 'GB980780684' }

interface Kind {
  kind: CaseKind
  draft: string
  submission: string
  prepare: (person: TestUser) => Promise<unknown>
  submitted: (person: TestUser) => Promise<TestUser>
  answers: object
  /** The item that is returned; all others are accepted. */
  returned: Record<string, string>
  /** The draft of a page that was opened before: another accepted answer, and one that was returned. */
  stale: object
  /** The draft as its person reads it then. */
  read: object
}

const KINDS: Kind[] = [
  {
    kind: 'consumer',
    draft: '/api/onboarding/consumer/draft',
    submission: '/api/onboarding/kyc',
    prepare,
    submitted,
    answers: ANSWERS,
    returned: { address: 'DATA_MISMATCH' },
    stale: {
      ...ANSWERS,
      confirmed: undefined,
      lastName: 'Byron',
      docType: 'drivingLicence',
      address: '2 New Road\nBristol',
    },
    read: { lastName: 'Lovelace', docType: 'passport', address: '2 New Road\nBristol' },
  },
  {
    kind: 'business',
    draft: '/api/onboarding/business/draft',
    submission: '/api/onboarding/business',
    prepare: acceptRiskDisclosure,
    submitted: submittedBusiness,
    answers: BUSINESS,
    returned: { 'owner:o2': 'DATA_MISMATCH' },
    stale: { ...COMPANY, legalName: 'Meadow Limited', beneficialOwners: owners('30', '60') },
    read: { legalName: 'Fern Hill Limited', beneficialOwners: owners('37.5', '60') },
  },
]

describe.each(KINDS)('after the submission of a $kind', (of) => {
  const save = (person: TestUser, draft: object, revision: number, round?: number) =>
    person.call('PUT', of.draft, { draft, revision, round })
  const read = async (person: TestUser) => (await person.call('GET', of.draft)).json()
  const home = async (person: TestUser) => (await person.call('GET', '/api/home')).body
  const giveBack = async (person: TestUser) => {
    const review = await openCase(admin, person.id, of.kind)
    const answer = await decideOn(admin, person.id, review, of.returned, of.kind)
    expect(answer.statusCode).toBe(200)
  }

  test('another page saves nothing, and is told why', async () => {
    const person = await app.signIn()
    await of.prepare(person)
    await save(person, of.stale, 0)
    await of.submitted(person)
    const before = await home(person)
    for (const revision of [0, 1]) {
      const late = await save(person, of.stale, revision, 0)
      expect([late.statusCode, late.json()]).toMatchObject([
        409,
        {
          error: 'INVALID_STATE',
          message: expect.stringMatching(/^Your answers were submitted in another tab/),
        },
      ])
    }
    expect(await read(person)).toEqual({ draft: null, revision: 0, savedAt: null })
    expect(await home(person)).toBe(before)
  })

  test('two pages at once, one submitting and one saving for the first time, leave no draft behind', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const person = await app.signIn()
      await of.prepare(person)
      const [, submission] = await Promise.all([
        save(person, of.stale, 0, 0),
        person.call('POST', of.submission, of.answers),
      ])
      expect(submission.statusCode).toBe(200)
      const rows = await app.database.pool.query('select from drafts where user_id = $1', [person.id])
      expect(rows.rowCount).toBe(0)
    }
  })

  test('what a page of before has typed doesn’t come back once the application is returned', async () => {
    const person = await of.submitted(await app.signIn())
    await giveBack(person)
    expect((await save(person, of.stale, 0, 0)).json().error).toBe('INVALID_STATE')
    expect(await read(person)).toMatchObject({ draft: null })
    expect((await save(person, of.stale, 0, 1)).statusCode).toBe(200)
  })

  test('a draft that a former release stored while it was with us counts as none', async () => {
    const person = await of.submitted(await app.signIn())
    const before = await home(person)
    await app.database.db
      .insert(drafts)
      .values({ userId: person.id, kind: of.kind, data: of.stale, revision: 4, updatedAt: app.clock.now })
    expect(await home(person)).toBe(before)
    app.clock.now = new Date(app.clock.now.getTime() + 60_000)
    await giveBack(person)
    expect(await read(person)).toEqual({ draft: null, revision: 4, savedAt: null })
    // The next save replaces it.
    expect((await save(person, of.stale, 4, 1)).json()).toMatchObject({ revision: 5 })
  })

  test('what was accepted is what was submitted, whatever was saved since, and can be sent again', async () => {
    const person = await of.submitted(await app.signIn())
    await giveBack(person)
    // Without a round, as a page of a former release sends it.
    await save(person, of.stale, 0)
    const { draft } = await read(person)
    expect(draft).toMatchObject(of.read)
    const shown = await home(person)
    for (const word of ['Byron', 'Meadow', '30%']) expect(shown).not.toContain(word)
    const again = await person.call('POST', of.submission, { ...of.answers, ...draft, draftRevision: 1 })
    expect(again.statusCode, again.body).toBe(200)
  })
})
