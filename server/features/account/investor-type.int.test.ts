import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { hasAccepted, heldBy, sign, statementRows, wish } from '#server/testing/statements.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const evidence = (person: TestUser) => statementRows(app.database, person)
const typeOf = async (person: TestUser) => (await person.call('GET', '/api/user/type')).json()

describe('the user type', () => {
  test.each([
    ['trade', 'is_trader'],
    ['invest', 'is_investor'],
  ] as const)(
    'R17 %s, which was pending, applies with its flag once a statement is signed',
    async (type, flag) => {
      const person = await app.signIn()
      await wish(person, type)
      expect(await typeOf(person)).toMatchObject({ user_type: null, is_trader: false, is_investor: false })
      const answer = await sign(person, 'restricted')
      expect(answer.json()).toMatchObject({ user_type: type, pending_user_type: null })
      const stored = await typeOf(person)
      expect(stored).toMatchObject({ user_type: type, [flag]: true })
      expect(Object.entries(stored).filter(([, value]) => value === true)).toEqual([[flag, true]])
      expect((await person.call('GET', '/api/verification/status')).json()).toMatchObject({
        pendingUserType: null,
        investorStatement: { category: 'restricted', standing: 'valid', daysLeft: 365 },
      })
      expect(await eventsOf(app.database, person.id, 'user.type_chosen')).toMatchObject([
        { after: { pendingUserType: type } },
        { before: { pendingUserType: type }, after: { userType: type, pendingUserType: null } },
      ])
    },
  )

  test('R17 of someone who wants neither stays unchanged', async () => {
    const person = await app.signIn()
    await person.call('POST', '/api/users/update-type', { user_type: 'sell' })
    const answer = await sign(person, 'hnw')
    expect(answer.json()).toMatchObject({ user_type: 'sell', pending_user_type: null })
    expect(await typeOf(person)).toMatchObject({ user_type: 'sell', is_seller: true, is_investor: false })
  })

  test('R17 is still pending after a refused statement', async () => {
    const person = await app.signIn()
    await wish(person, 'trade')
    await sign(person, 'hnw', { answers: { income: 1 } })
    expect(await typeOf(person)).toMatchObject({ user_type: null, is_trader: false })
  })
})

describe('the category in force', () => {
  const choose = (person: TestUser, investorCategory: string, more: object = {}) =>
    person.call('POST', '/api/users/update-investor-type', { investorCategory, ...more })

  test('R17 can only be one with a signed statement', async () => {
    const person = await app.signIn()
    const refused = await choose(person, 'hnw')
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({
      error: 'CERTIFICATION_REQUIRED',
      requiresCertification: true,
      certificationType: 'trader',
    })
    await sign(person, 'restricted')
    expect((await choose(person, 'hnw')).statusCode).toBe(403)
    expect((await heldBy(person)).investor_category).toBe('restricted')
  })

  test('of two statements is the one chosen, and choosing it again changes nothing', async () => {
    const person = await app.signIn()
    await sign(person, 'restricted')
    await sign(person, 'sophisticated')
    expect((await heldBy(person)).investor_category).toBe('sophisticated')
    for (let time = 0; time < 2; time++)
      expect(
        (await choose(person, 'restricted', { userId: person.id, overwrite_existing: true })).json(),
      ).toMatchObject({
        success: true,
        investor_category: 'restricted',
      })
    expect((await heldBy(person)).investor_category).toBe('restricted')
    const events = await eventsOf(app.database, person.id, 'user.investor_category_set')
    expect(events.map(({ after }) => after)).toEqual([
      { investorCategory: 'restricted' },
      { investorCategory: 'sophisticated' },
      { investorCategory: 'restricted' },
    ])
    const rows = await evidence(person)
    expect(rows.filter(({ superseded_at }) => superseded_at === null)).toHaveLength(2)
  })

  test('also applies a pending type', async () => {
    const person = await app.signIn()
    await sign(person, 'hnw')
    await app.database.pool.query("update users set pending_user_type = 'invest' where id = $1", [person.id])
    expect((await choose(person, 'hnw')).json()).toMatchObject({
      user_type: 'invest',
      pending_user_type: null,
      flags: { is_investor: true, is_trader: false },
    })
  })

  test.each(['wealthy', '', null, 7, ['hnw']])('does not accept %j', async (investorCategory) => {
    const person = await app.signIn()
    const answer = await person.call('POST', '/api/users/update-investor-type', { investorCategory })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toEqual(['investorCategory'])
  })
})

describe('an expired statement', () => {
  test('R17 R18 no longer counts, from the first moment of that day in London', async () => {
    const person = await app.signIn()
    await sign(person, 'hnw')
    await app.database.pool.query(
      "update certifications set expires_at = '2026-03-10T10:00:00Z' where user_id = $1",
      [person.id],
    )
    expect(await hasAccepted(person, 'investor_hnw')).toBe(false)
    expect(await hasAccepted(person, 'trader_certification')).toBe(false)
    expect((await heldBy(person)).certifications).toMatchObject([{ status: 'expired', ends_soon: false }])
    expect((await person.call('GET', '/api/verification/status')).json()).toMatchObject({
      certifications: [],
      investorStatement: { standing: 'expired', daysLeft: 0 },
    })
    const choice = await person.call('POST', '/api/users/update-investor-type', { investorCategory: 'hnw' })
    expect(choice.statusCode).toBe(403)
    await app.database.pool.query('update users set onboarding_completed_at = now() where id = $1', [
      person.id,
    ])
    const type = await person.call('POST', '/api/users/update-type', { user_type: 'trade' })
    expect(type.json()).toMatchObject({ error: 'CERTIFICATION_REQUIRED', requiresCertification: true })
    // Signing again needs no permission to replace, because nothing in force is replaced.
    expect((await sign(person, 'hnw', { answers: { income: 200_000 } })).statusCode).toBe(200)
    expect((await heldBy(person)).certifications.map(({ status }: { status: string }) => status)).toEqual([
      'current',
      'superseded',
    ])
  })

  test('is announced in its last 30 days', async () => {
    const person = await app.signIn()
    await sign(person, 'hnw')
    await app.database.pool.query(
      "update certifications set expires_at = '2026-04-09T00:00:00Z' where user_id = $1",
      [person.id],
    )
    expect((await heldBy(person)).certifications).toMatchObject([{ status: 'current', ends_soon: true }])
    expect((await person.call('GET', '/api/verification/status')).json().investorStatement).toMatchObject({
      standing: 'ends_soon',
      daysLeft: 30,
    })
  })
})
