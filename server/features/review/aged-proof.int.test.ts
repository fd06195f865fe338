import { beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, submitted, uploadPicture } from '#server/testing/journeys.ts'
import { acceptAll, decideOn, openCase } from '#server/testing/reviews.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { SESSION_HOURS: '48', SESSION_IDLE_MINUTES: '1440' } })
})

/** Enters when the proof of address was issued, as its reviewer. */
async function dateProof(reviewer: TestUser, person: TestUser, issuedOn: string): Promise<void> {
  const { items } = await openCase(reviewer, person.id)
  const proof = items.find(({ item }) => item === 'proof-of-address')?.document
  const answer = await reviewer.call('PUT', `${proof?.documentUrl}/dates`, { issuedOn, expiresOn: null })
  expect(answer.statusCode).toBe(200)
}

test('an accepted proof of address is judged by the day it was submitted, however long the rest takes', async () => {
  const started = app.clock.now
  const person = await submitted(await app.signIn())
  const reviewer = await app.signIn({ role: 'admin' })
  await dateProof(reviewer, person, '2025-12-10')
  const returned = await decideOn(reviewer, person.id, await openCase(reviewer, person.id), {
    selfie: 'SELFIE_UNCLEAR',
  })
  expect(returned.statusCode).toBe(200)
  app.clock.now = new Date('2026-03-11T09:00:00Z')
  expect((await uploadPicture(person, 'selfie')).statusCode).toBe(200)
  expect((await person.call('POST', '/api/onboarding/kyc', ANSWERS)).json()).toMatchObject({ success: true })
  const judge = await app.signIn({ role: 'admin' })
  const review = await openCase(judge, person.id)
  expect(review.missingEvidence).toEqual([])
  expect((await acceptAll(judge, person.id, review)).json()).toMatchObject({ success: true })
  app.clock.now = started
})
