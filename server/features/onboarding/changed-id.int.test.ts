import { beforeAll, expect, test } from 'vitest'
import { DOC_TYPES, type DocType } from '#contract/documents/documents.ts'
import { isIdSide, requiredSlots } from '#domain/cases/document-requirements.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, acceptRiskDisclosure, uploadIdSide, uploadPicture } from '#server/testing/journeys.ts'
import { acceptAll, lookAtAll, openCase } from '#server/testing/reviews.ts'

type Side = 'id-front' | 'id-back'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const TRIED_BEFORE: Readonly<Record<DocType, DocType>> = {
  passport: 'residencePermit',
  drivingLicence: 'passport',
  residencePermit: 'drivingLicence',
}

const sidesOf = (docType: DocType) => requiredSlots(docType).filter(isIdSide)

/**
 * Every way to return a passport or a licence and to give any kind instead, some after a third was tried; a permit has two
 * sides as a licence does. That the rule is right for each combination of sides, kinds and files, `chosen-id.test.ts` shows.
 */
const CHANGES = DOC_TYPES.flatMap((from) =>
  returnsOf(from).flatMap((sides) =>
    DOC_TYPES.filter((to) => from !== 'residencePermit' || to === 'drivingLicence').map((to) => ({
      from,
      sides,
      tried: from === 'drivingLicence' && sides.length === 1 ? TRIED_BEFORE[to] : null,
      to,
    })),
  ),
)

function returnsOf(docType: DocType): Side[][] {
  const [front, back] = sidesOf(docType)
  return [front ? [front] : [], ...(front && back ? [[back], [front, back]] : [])]
}

test.each(CHANGES)(
  'a returned $from ($sides) can be sent again as a $to, after a $tried was tried',
  async ({ from, sides, tried, to }) => {
    const person = await app.signIn()
    const admin = await app.signIn({ role: 'admin' })
    await returnedId(person, admin, from, sides)
    if (tried) {
      await choose(person, tried)
      for (const side of (await idLeft(person)).slice(0, 1)) await upload(person, side, tried)
    }
    await choose(person, to)
    // Follows what the case asks for, until nothing is left.
    for (let left = await idLeft(person); left.length > 0; left = await idLeft(person)) {
      expect(await nextTitle(person)).toMatch(/^Fix /)
      expect((await send(person, to)).statusCode).toBeGreaterThanOrEqual(400)
      for (const side of left.slice(0, 1)) await upload(person, side, to)
    }
    expect(await nextTitle(person)).toBe('Submit your application again')
    expect((await person.call('GET', '/api/home')).json().title).toBe('Everything is ready to send again')
    const sent = await send(person, to)
    expect([sent.statusCode, sent.body]).toEqual([200, expect.anything()])
    const again = await openCase(admin, person.id)
    const shown = again.items
      .map(({ item }) => item)
      .filter((item) => item === 'id-front' || item === 'id-back')
    expect(shown).toEqual(sidesOf(to))
    expect((await acceptAll(admin, person.id, again)).json()).toMatchObject({ case: { state: 'approved' } })
  },
)

test('an accepted side is given again only as a side of another kind', async () => {
  const person = await app.signIn()
  const admin = await app.signIn({ role: 'admin' })
  await returnedId(person, admin, 'drivingLicence', ['id-front'])
  await choose(person, 'drivingLicence')
  expect((await uploadIdSide(person, 'id-back', 'drivingLicence')).statusCode).toBe(409)
  expect((await uploadPicture(person, 'id-back')).statusCode).toBe(409)
  expect((await uploadIdSide(person, 'id-back', 'residencePermit')).statusCode).toBe(200)
})

/** A person whose ID of a kind was returned. */
async function returnedId(person: TestUser, admin: TestUser, from: DocType, sides: readonly Side[]) {
  await acceptRiskDisclosure(person)
  for (const slot of ['selfie', 'proof-of-address'] as const) await uploadPicture(person, slot)
  for (const side of sidesOf(from)) await upload(person, side, from)
  expect((await send(person, from)).statusCode).toBe(200)
  const review = await openCase(admin, person.id)
  await lookAtAll(admin, review)
  const items = review.items.map(({ item }) =>
    sides.some((side) => side === item)
      ? { item, decision: 'retry', reasons: ['IMAGE_GLARE'] }
      : { item, decision: 'accepted' },
  )
  const path = `/api/admin/users/${person.id}/kyc-decision`
  expect((await admin.call('POST', path, { version: review.version, items })).statusCode).toBe(200)
}

/** Stores the kind of ID in the draft, as the page does. */
async function choose(person: TestUser, docType: DocType) {
  const { revision } = (await person.call('GET', '/api/onboarding/consumer/draft')).json()
  const { confirmed: _, ...answers } = ANSWERS
  const draft = { ...answers, docType }
  const saved = await person.call('PUT', '/api/onboarding/consumer/draft', {
    draft,
    revision,
    userId: person.id,
  })
  expect(saved.statusCode).toBe(200)
}

async function idLeft(person: TestUser): Promise<Side[]> {
  const { case: own } = (await person.call('GET', '/api/onboarding/consumer/case')).json()
  return own.items.flatMap(({ item, decision, fixed }: { item: Side; decision: string; fixed: boolean }) =>
    decision === 'retry' && !fixed ? [item] : [],
  )
}

async function nextTitle(person: TestUser): Promise<string> {
  return (await person.call('GET', '/api/verification/status')).json().standing.next.title
}

function send(person: TestUser, docType: DocType) {
  return person.call('POST', '/api/onboarding/kyc', { ...ANSWERS, docType })
}

async function upload(person: TestUser, side: Side, docType: DocType) {
  const answer = await uploadIdSide(person, side, docType)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
}
