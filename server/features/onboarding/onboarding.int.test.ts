import { beforeAll, describe, expect, test } from 'vitest'
import { documentType, slotsOf } from '#contract/documents/documents.ts'
import { HELD_DATA } from '#server/features/privacy/exports/held-data.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { ANSWERS, acceptRiskDisclosure, prepare, submitted, uploadPicture } from '#server/testing/journeys.ts'
import { acceptAll, lookAtAll, openCase } from '#server/testing/reviews.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const mailsTo = async (email: string) =>
  (
    await app.database.pool.query('select kind, subject from mails where to_address = $1 order by id', [
      email,
    ])
  ).rows

describe('a consumer’s way to a decision', () => {
  test('is submitted, approved item by item, and told about both', async () => {
    const person = await submitted(await app.signIn())
    const admin = await app.signIn({ role: 'admin' })
    const review = await openCase(admin, person.id)
    expect(review).toMatchObject({ state: 'submitted', round: 1, missingEvidence: [], mayDecide: true })
    const decided = await acceptAll(admin, person.id, review)
    expect(decided.json()).toMatchObject({ case: { state: 'approved', kyc_status: 'approved' } })
    expect((await person.call('GET', '/api/verification/status')).json()).toMatchObject({ kycVerified: true })
    expect(await mailsTo(person.email)).toMatchObject([
      { kind: 'verification-submitted' },
      { kind: 'verification-approved' },
    ])
  })

  test('reopens only what was returned, refuses the same file, and accepts the corrected one', async () => {
    const person = await submitted(await app.signIn())
    const admin = await app.signIn({ role: 'admin' })
    const review = await openCase(admin, person.id)
    await lookAtAll(admin, review)
    const items = review.items.map(({ item }: { item: string }) =>
      item === 'selfie'
        ? { item, decision: 'retry', reasons: ['SELFIE_UNCLEAR'], internalNote: 'too dark' }
        : { item, decision: 'accepted' },
    )
    await admin.call('POST', `/api/admin/users/${person.id}/kyc-decision`, { version: review.version, items })

    const { case: own } = (await person.call('GET', '/api/onboarding/consumer/case')).json()
    expect(own).toMatchObject({
      state: 'needs_resubmission',
      kyc_status: 'rejected',
      label: 'Action Required',
    })
    expect(
      own.items
        .filter((item: { editable: boolean }) => item.editable)
        .map((item: { item: string }) => item.item),
    ).toEqual(['selfie'])
    expect(JSON.stringify(own)).not.toContain('too dark')

    expect((await uploadPicture(person, 'id-front')).statusCode).toBe(409)
    expect((await person.call('POST', '/api/onboarding/kyc', ANSWERS)).statusCode).toBe(409)
    expect((await uploadPicture(person, 'selfie')).statusCode).toBe(200)
    expect((await person.call('POST', '/api/onboarding/kyc', ANSWERS)).statusCode).toBe(200)
    const again = (await admin.call('GET', `/api/admin/users/${person.id}/kyc-case`)).json().case
    expect(again).toMatchObject({ state: 'submitted', round: 2 })
    expect(again.items.find(({ item }: { item: string }) => item === 'selfie')).toMatchObject({
      changed: true,
      decision: 'pending',
    })
  })

  test('takes a licence with two sides in place of a returned passport, and another picture of its back', async () => {
    const person = await submitted(await app.signIn())
    const admin = await app.signIn({ role: 'admin' })
    const review = await openCase(admin, person.id)
    await lookAtAll(admin, review)
    const items = review.items.map(({ item }) =>
      item === 'id-front'
        ? { item, decision: 'retry', reasons: ['IMAGE_GLARE'] }
        : { item, decision: 'accepted' },
    )
    const path = `/api/admin/users/${person.id}/kyc-decision`
    expect((await admin.call('POST', path, { version: review.version, items })).statusCode).toBe(200)

    for (const side of ['id-front', 'id-back', 'id-back'] as const)
      expect((await uploadPicture(person, side)).statusCode).toBe(200)
    const licence = { ...ANSWERS, docType: 'drivingLicence' }
    expect((await person.call('POST', '/api/onboarding/kyc', licence)).statusCode).toBe(200)
    const again = await openCase(admin, person.id)
    expect(again.items.find(({ item }) => item === 'id-back')).toMatchObject({ decision: 'pending' })
    expect((await acceptAll(admin, person.id, again)).json()).toMatchObject({ case: { state: 'approved' } })
  })

  test('brings every type of document to the review, the approval and the export', async () => {
    const person = await app.signIn()
    await acceptRiskDisclosure(person)
    const slots = slotsOf('consumer')
    for (const slot of slots) expect((await uploadPicture(person, slot)).statusCode).toBe(200)
    const answer = await person.call('POST', '/api/onboarding/kyc', {
      ...ANSWERS,
      docType: 'drivingLicence',
    })
    const { profile } = answer.json()
    for (const slot of slots) expect(profile[documentType(slot).wire ?? '']).toMatch(/^\/api\/documents\//)
    const status = (await person.call('GET', '/api/verification/status')).json()
    expect(status.standing.documents).toMatchObject({
      done: 4,
      total: 4,
      slots: slots.map((slot) => ({ slot, status: 'uploaded' })),
    })

    const admin = await app.signIn({ role: 'admin' })
    const review = await openCase(admin, person.id)
    expect(review.items.filter(({ document }) => document)).toMatchObject(
      slots.map((slot) => ({ item: slot, label: documentType(slot).label })),
    )
    expect((await acceptAll(admin, person.id, review)).json()).toMatchObject({ case: { state: 'approved' } })
    const held = HELD_DATA.find(({ name }) => name === 'documents')
    const { rows } = await app.database.pool.query(held?.query ?? '', [person.id])
    expect(rows.map(({ slot }) => slot).sort()).toEqual([...slots].sort())
  })

  test('accepts a bank statement if the proof of address was returned, and not before', async () => {
    const person = await submitted(await app.signIn())
    const admin = await app.signIn({ role: 'admin' })
    const sendBack = async (returned: string, reason: string) => {
      const review = await openCase(admin, person.id)
      await lookAtAll(admin, review)
      const items = review.items.map(({ item }) =>
        item === returned ? { item, decision: 'retry', reasons: [reason] } : { item, decision: 'accepted' },
      )
      const path = `/api/admin/users/${person.id}/kyc-decision`
      expect((await admin.call('POST', path, { version: review.version, items })).statusCode).toBe(200)
    }
    await sendBack('selfie', 'SELFIE_UNCLEAR')
    expect((await uploadPicture(person, 'bank-statement')).statusCode).toBe(400)
    await uploadPicture(person, 'selfie')
    await person.call('POST', '/api/onboarding/kyc', ANSWERS)
    await sendBack('proof-of-address', 'ADDRESS_PROOF_TOO_OLD')
    expect((await uploadPicture(person, 'bank-statement')).statusCode).toBe(200)
    await uploadPicture(person, 'proof-of-address')
    expect((await person.call('POST', '/api/onboarding/kyc', ANSWERS)).statusCode).toBe(200)
    const { items } = await openCase(admin, person.id)
    expect(items.find(({ item }) => item === 'bank-statement')).toMatchObject({ decision: 'pending' })
  })

  test('A15 makes one profile from twenty submissions at once', async () => {
    const person = await app.signIn()
    await prepare(person)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => person.call('POST', '/api/onboarding/kyc', ANSWERS)),
    )
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.json().profile.id)).size).toBe(1)
    expect(await mailsTo(person.email)).toHaveLength(1)
    const different = await person.call('POST', '/api/onboarding/kyc', { ...ANSWERS, firstName: 'Eve' })
    expect(different.json()).toMatchObject({ error: 'DUPLICATE_ENTRY' })
  })
})
