import { beforeAll, describe, expect, test } from 'vitest'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import type { Home } from '#contract/verification/leaf.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { submitted } from '#server/testing/journeys.ts'
import { lookAtAll, openCase } from '#server/testing/reviews.ts'

const NOTE = 'Met in person'

let app: TestApp
let admin: TestUser
let boss: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin', name: 'Grace Hopper' })
  boss = await app.signIn({ role: 'superAdmin', name: 'Alan Turing' })
})

/** A case whose ID has expired, which only an override approves; its super admin has looked at all of it. */
async function expired(): Promise<{ person: TestUser; review: ReviewCase }> {
  const person = await submitted(await app.signIn())
  await lookAtAll(boss, await openCase(boss, person.id))
  const { items } = await openCase(boss, person.id)
  const front = items.find(({ item }) => item === 'id-front')?.document
  const dates = { issuedOn: null, expiresOn: '2020-01-01' }
  expect((await boss.call('PUT', `${front?.documentUrl}/dates`, dates)).statusCode).toBe(200)
  return { person, review: await openCase(boss, person.id) }
}

const accepted = ({ items }: Pick<ReviewCase, 'items'>) =>
  items.map(({ item }) => ({ item, decision: 'accepted' }))

const override = (person: TestUser, body: object) =>
  boss.call('PUT', `/api/admin/users/${person.id}/kyc-status`, {
    kyc_status: 'approved',
    override: true,
    note: NOTE,
    ...body,
  })

async function confirm(person: TestUser): Promise<ReviewCase> {
  const { version } = await openCase(admin, person.id)
  const url = `/api/admin/users/${person.id}/kyc-confirmation`
  return (await admin.call('POST', url, { version })).json().case
}

describe('an override of a case in review', () => {
  test('counts what its reviewer has accepted and not saved, wherever its record is read', async () => {
    const { person, review } = await expired()
    const proposed = await override(person, { version: review.version, items: accepted(review) })
    expect(proposed.json()).toMatchObject({ kyc_status: 'under_review' })
    const shown = await openCase(admin, person.id)
    expect(shown.items.map(({ acceptedBy }) => acceptedBy)).toEqual(shown.items.map(() => 'Alan Turing'))
    const { approval, events } = await confirm(person)
    expect(approval).toMatchObject({ way: 'override', reviewed: 6, total: 6 })
    const sentence =
      /^Approved by override, 6 of 6 items reviewed\. Set aside: “ID [^”]+expired[^”]*” Alan Turing/
    expect(events.find(({ type }) => type === 'case.approved')?.title).toMatch(sentence)
    const { body } = await boss.call('GET', `/api/admin/users/export.csv?email=${person.email}`)
    expect(body).toContain('Approved by override, 6 of 6 items reviewed')
    const home: Home = (await person.call('GET', '/api/home')).json()
    expect(home.leaf?.lines.filter(({ state }) => state === 'approved')).toEqual([])
  })

  test('sets aside what is marked against an item as well, and no longer what is accepted', async () => {
    const { person, review } = await expired()
    const items = accepted(review).map((verdict) =>
      verdict.item === 'selfie'
        ? { ...verdict, decision: 'retry', reasons: ['SELFIE_UNCLEAR'], applicantText: 'Too dark' }
        : verdict,
    )
    await override(person, { version: review.version, items })
    const { approval } = await confirm(person)
    expect(approval).toMatchObject({ reviewed: 5, total: 6 })
    expect(approval?.override?.setAside).toContain('Selfie was asked for again: Face not clear.')
  })

  test('is refused with verdicts that a decision would refuse, and saves none of them', async () => {
    const person = await submitted(await app.signIn())
    const review = await openCase(boss, person.id)
    const refused = await override(person, { version: review.version, items: accepted(review) })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().conflict.gaps).toContainEqual(expect.objectContaining({ kind: 'not_opened' }))
    expect(await openCase(boss, person.id)).toMatchObject({ state: 'submitted', version: review.version })
  })

  test.each([
    ['without the version they are on', { kyc_status: 'approved', version: undefined }, 400],
    ['with another status', { kyc_status: 'submitted' }, 400],
    [
      'twice for an item',
      { items: ['accepted', 'pending'].map((decision) => ({ item: 'name', decision })) },
      400,
    ],
    ['on a version that is gone', { version: 1 }, 409],
  ])('takes no verdicts %s', async (_, changes, status) => {
    const { person, review } = await expired()
    const body = { version: review.version, items: accepted(review), ...changes }
    expect((await override(person, body)).statusCode).toBe(status)
  })

  test('takes no verdicts on a case that waits for no reviewer', async () => {
    const { person, review } = await expired()
    await override(person, { version: review.version })
    const { version } = await openCase(boss, person.id)
    const late = await override(person, { version, items: accepted(review) })
    expect([late.statusCode, late.json().error]).toEqual([409, 'INVALID_STATE'])
  })
})
