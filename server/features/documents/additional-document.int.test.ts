import { beforeAll, describe, expect, inject, test } from 'vitest'
import { lockOrStartCase } from '#server/model/cases/cases.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { BUSINESS, prepare, submitted, submittedBusiness, uploadPicture } from '#server/testing/journeys.ts'
import { approve, decideOn, openCase, sendDecision } from '#server/testing/reviews.ts'
import { UPLOADS } from '#server/testing/uploads.ts'

const LOCKED = { error: 'PROFILE_LOCKED' }

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
})

interface Held {
  id: string
  kind: string
  documentType: string
}
const documentsOf = async (person: TestUser): Promise<Held[]> =>
  (await person.call('GET', '/api/documents')).json().documents
const ofCompany = async (person: TestUser) =>
  (await documentsOf(person)).filter(({ kind }) => kind === 'business')
const itemOf = async (person: TestUser) =>
  (await openCase(admin, person.id, 'business')).items.find(({ item }) => item === 'other') as
    | { document: Held; formerDocuments: Held[]; decision: string }
    | undefined
const submitAgain = (person: TestUser) => person.call('POST', '/api/onboarding/business', BUSINESS)

describe('a company’s additional document', () => {
  test('is one item of its case, replaced like any slot, and earlier versions are retained', async () => {
    const person = await app.signIn()
    await uploadPicture(person, 'other', undefined, 'business')
    await uploadPicture(person, 'other', undefined, 'business')
    const [current, ...others] = await ofCompany(person)
    expect(others).toEqual([])
    await submittedBusiness(person)
    const item = await itemOf(person)
    expect(item).toMatchObject({ decision: 'pending', document: { id: current?.id } })
    expect(item?.formerDocuments).toHaveLength(1)
    const answer = await person.call('GET', `/api/documents/${item?.formerDocuments[0]?.id}`)
    expect(answer.statusCode).toBe(200)
  })

  test('belongs to the company once one was started, and otherwise to the person', async () => {
    const person = await app.signIn()
    await uploadPicture(person, 'other')
    await uploadPicture(person, 'other')
    await person.call('PUT', '/api/onboarding/business/draft', { draft: { legalName: 'Fern' }, revision: 0 })
    await uploadPicture(person, 'other')
    await uploadPicture(person, 'selfie', undefined, 'business')
    const kinds = (await documentsOf(person)).map(({ documentType, kind }) => `${documentType} ${kind}`)
    expect(kinds.sort()).toEqual(['other business', 'other consumer', 'other consumer', 'selfie consumer'])
  })

  test.each(UPLOADS)('can be assigned explicitly, %s', async (_name, send) => {
    const person = await app.signIn()
    const bytes = await makeJpeg({ artist: `${Math.random()}` })
    const file = { bytes, name: 'a.jpg', slot: 'other' as const }
    expect((await send(person, { ...file, kind: 'business' })).json().document.kind).toBe('business')
    expect((await send(person, { ...file, kind: 'consumer' })).json().document.kind).toBe('consumer')
    expect((await send(person, { ...file, kind: 'nobody' })).statusCode).toBe(400)
  })

  test('is undecided if it arrives during the review, and no one decides without having seen it', async () => {
    const person = await submittedBusiness(await app.signIn())
    const review = await openCase(admin, person.id, 'business')
    expect((await uploadPicture(person, 'other')).statusCode).toBe(200)
    await admin.call('POST', `/api/admin/users/${person.id}/kyc-claim`, { kind: 'business' })
    const stale = await sendDecision(admin, person.id, review, {}, 'business')
    expect(stale.json()).toMatchObject({ error: 'STALE_VERSION' })
    expect(await itemOf(person)).toMatchObject({ decision: 'pending' })
    await approve(admin, person.id, 'business')
  })

  test('may be added if a returned item asks for one, and not otherwise', async () => {
    const asked = await submittedBusiness(await app.signIn())
    const review = await openCase(admin, asked.id, 'business')
    await decideOn(admin, asked.id, review, { 'representative:primary': 'AUTHORITY_UNPROVEN' }, 'business')
    expect((await uploadPicture(asked, 'other')).statusCode).toBe(200)
    expect((await submitAgain(asked)).statusCode).toBe(200)
    expect(await itemOf(asked)).toMatchObject({ decision: 'pending' })

    const other = await submittedBusiness(await app.signIn())
    const again = await openCase(admin, other.id, 'business')
    await decideOn(admin, other.id, again, { settlement: 'DATA_MISMATCH' }, 'business')
    expect((await uploadPicture(other, 'other')).statusCode).toBe(400)
    expect(await ofCompany(other)).toEqual([])
  })

  test('that was returned is refused unchanged, and corrected by another', async () => {
    const person = await app.signIn()
    const picture = await makeJpeg({ artist: 'charter' })
    await uploadPicture(person, 'other', picture, 'business')
    await submittedBusiness(person)
    const review = await openCase(admin, person.id, 'business')
    await decideOn(admin, person.id, review, { other: 'IMAGE_BLURRED' }, 'business')
    expect((await submitAgain(person)).json().fields).toHaveProperty('other')
    expect((await uploadPicture(person, 'other', picture)).json().fields).toHaveProperty('other')
    expect((await uploadPicture(person, 'other')).statusCode).toBe(200)
    expect((await submitAgain(person)).statusCode).toBe(200)
  })

  test('past its date blocks the approval', async () => {
    const person = await app.signIn()
    await uploadPicture(person, 'other', undefined, 'business')
    await submittedBusiness(person)
    const { document } = (await itemOf(person)) ?? {}
    const dates = { issuedOn: null, expiresOn: '2026-03-09' }
    await admin.call('PUT', `/api/documents/${document?.id}/dates`, dates)
    const review = await openCase(admin, person.id, 'business')
    expect(review).toMatchObject({ missingEvidence: ['Additional document expired on Mar 9, 2026.'] })
    const refused = await decideOn(admin, person.id, review, {}, 'business')
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'INVALID_STATE'])
  })
})

describe('A06 R20 locks', () => {
  test('A06 R20 a verified company’s own document is locked, but not its person’s', async () => {
    const person = await app.signIn()
    await uploadPicture(person, 'other', undefined, 'business')
    await submittedBusiness(person)
    await approve(admin, person.id, 'business')
    expect((await uploadPicture(person, 'other')).json()).toMatchObject(LOCKED)
    const [document] = await ofCompany(person)
    const dates = { issuedOn: null, expiresOn: '2030-01-01' }
    expect((await person.call('PUT', `/api/documents/${document?.id}/dates`, dates)).json()).toMatchObject(
      LOCKED,
    )
    await prepare(person)
    expect(await documentsOf(person)).toHaveLength(4)
  })

  test('A06 R20 a verified person’s own slots are locked, but not their company’s', async () => {
    const person = await submitted(await app.signIn())
    await approve(admin, person.id)
    expect((await uploadPicture(person, 'other')).json()).toMatchObject(LOCKED)
    expect((await uploadPicture(person, 'other', undefined, 'business')).statusCode).toBe(200)
    expect((await uploadPicture(person, 'selfie', undefined, 'business')).json()).toMatchObject(LOCKED)
    await submittedBusiness(person)
    await approve(admin, person.id, 'business')
  })
})

// PGlite runs one transaction after the other, so nothing can wait in the middle of one.
test.skipIf(inject('postgresUrl') === undefined)(
  'R50 the first file of a person does not wait for their company to be started, nor the other way round',
  async () => {
    const person = await app.signIn()
    const started = Promise.withResolvers<void>()
    const uploaded = started.promise.then(() => uploadPicture(person, 'selfie'))
    await app.database.transaction(async (tx) => {
      await lockOrStartCase(tx, person.id, 'business', app.clock.now)
      started.resolve()
      expect((await uploaded).statusCode).toBe(200)
    })
  },
)
