import { afterEach, describe, expect, test } from 'vitest'
import { type TestUser, testApp } from '#server/testing/app.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { sign } from '#server/testing/statements.ts'
import { countStatements, expireStatements } from './expire-statements.ts'

const app = await testApp()
const SIGNED = new Date('2026-03-10T10:00:00Z')
afterEach(async () => {
  app.clock.now = SIGNED
  // Each test starts without anyone whose statement could expire.
  await app.database.pool.query('update certifications set superseded_at = now() where superseded_at is null')
  await app.database.pool.query(
    'update users set investor_category = null, is_trader = false, is_investor = false',
  )
})

/** Runs the job on a day. Earlier days' work is already done, and nothing is due later. */
async function runOn(day: string) {
  app.clock.now = new Date(`${day}T06:10:00Z`)
  const due = await countStatements(app.services)
  const report = await expireStatements(app.services)
  expect([due, await countStatements(app.services)]).toEqual([report.reminded + report.ended, 0])
  return report
}

async function trader(userType: 'trade' | 'invest' = 'trade'): Promise<TestUser> {
  const person = await app.signIn()
  await person.call('POST', '/api/users/update-type', { user_type: userType, skipCertificationCheck: true })
  await sign(person, 'restricted')
  return person
}

async function mailsTo(person: TestUser): Promise<string[]> {
  const { rows } = await app.database.pool.query('select subject from mails where user_id = $1 order by id', [
    person.id,
  ])
  return rows.map(({ subject }) => subject)
}

async function stored(person: TestUser) {
  const { rows } = await app.database.pool.query(
    'select user_type, pending_user_type, is_trader, is_investor, investor_category from users where id = $1',
    [person.id],
  )
  return rows[0]
}

const SIGNED_MAIL = 'Your signed investor statement'
const IN_FORCE = {
  user_type: 'trade',
  pending_user_type: null,
  is_trader: true,
  is_investor: false,
  investor_category: 'restricted',
}

describe('the reminders of a statement', () => {
  test('are sent 30 and 7 days before it expires, each once, though the job runs every day', async () => {
    const person = await trader()
    const days = [
      '2027-02-07',
      '2027-02-08',
      '2027-02-09',
      '2027-03-02',
      '2027-03-03',
      '2027-03-04',
      '2027-03-09',
    ]
    const reminded: number[] = []
    for (const day of days) for (let time = 0; time < 2; time++) reminded.push((await runOn(day)).reminded)
    expect(reminded).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0])
    expect(await mailsTo(person)).toEqual([
      SIGNED_MAIL,
      'Your investor statement ends in 30 days',
      'Your investor statement ends in 7 days',
    ])
    expect(await stored(person)).toEqual(IN_FORCE)
  })

  test('are sent late if their day was missed, and not both at once', async () => {
    const [late, later] = [await trader(), await trader('invest')]
    await runOn('2027-02-20')
    expect((await mailsTo(late)).slice(1)).toEqual(['Your investor statement ends in 18 days'])
    await app.database.pool.query(
      "delete from mails where user_id = $1 and kind = 'investor-statement-ending'",
      [later.id],
    )
    await runOn('2027-03-09')
    expect((await mailsTo(late)).slice(1)).toEqual([
      'Your investor statement ends in 18 days',
      'Your investor statement ends in 1 day',
    ])
    expect((await mailsTo(later)).slice(1)).toEqual(['Your investor statement ends in 1 day'])
  })

  test('are not sent for one that was renewed', async () => {
    const person = await trader()
    await app.database.pool.query('update certifications set superseded_at = now() where user_id = $1', [
      person.id,
    ])
    expect((await runOn('2027-02-08')).reminded).toBe(0)
    expect(await mailsTo(person)).toEqual([SIGNED_MAIL])
  })

  test('are sent once by two runs at once', async () => {
    const person = await trader()
    app.clock.now = new Date('2027-03-03T06:10:00Z')
    await Promise.all([1, 2, 3].map(() => expireStatements(app.services)))
    expect(await mailsTo(person)).toHaveLength(2)
  })
})

describe('the expiry of a statement', () => {
  test.each([
    ['trade', 'is_trader'],
    ['invest', 'is_investor'],
  ] as const)(
    'R17 removes the flag of %s, leaves the type pending, and is recorded and mailed once',
    async (type, flag) => {
      const person = await trader(type)
      expect((await runOn('2027-03-09')).ended).toBe(0)
      expect(await stored(person)).toMatchObject({ [flag]: true })
      expect((await runOn('2027-03-10')).ended).toBe(1)
      expect((await runOn('2027-03-10')).ended).toBe(0)
      expect(await stored(person)).toEqual({
        user_type: null,
        pending_user_type: type,
        is_trader: false,
        is_investor: false,
        investor_category: null,
      })
      expect((await mailsTo(person)).filter((subject) => subject.includes('has ended'))).toHaveLength(1)
      const events = await eventsOf(
        app.database,
        person.id,
        'consent.expired',
        'user.type_chosen',
        'user.investor_category_set',
      )
      expect(events.slice(-3)).toMatchObject([
        { type: 'user.investor_category_set', actor_kind: 'system', after: { investorCategory: null } },
        { type: 'user.type_chosen', actor_kind: 'system', after: { userType: null, pendingUserType: type } },
        { type: 'consent.expired', actor_kind: 'system', after: { name: 'investor_restricted' } },
      ])
    },
  )

  test('is reversed by signing again: the pending type applies again', async () => {
    const person = await trader()
    await runOn('2027-03-12')
    const again = await app.signIn()
    await app.database.pool.query('update sessions set user_id = $1 where user_id = $2', [
      person.id,
      again.id,
    ])
    const answer = await sign(again, 'restricted')
    expect(answer.json()).toMatchObject({ user_type: 'trade', pending_user_type: null })
    expect(await stored(person)).toEqual(IN_FORCE)
    expect((await runOn('2027-03-13')).ended).toBe(0)
  })

  test('puts another signed statement in its place, and changes nothing else', async () => {
    const person = await app.signIn()
    await person.call('POST', '/api/users/update-type', { user_type: 'trade', skipCertificationCheck: true })
    await sign(person, 'hnw')
    await app.database.pool.query("update certifications set expires_at = '2028-01-01' where user_id = $1", [
      person.id,
    ])
    await sign(person, 'restricted')
    expect((await runOn('2027-03-10')).ended).toBe(1)
    expect(await stored(person)).toEqual({ ...IN_FORCE, investor_category: 'hnw' })
    expect((await runOn('2027-03-11')).ended).toBe(0)
    const rows = await mailRows(
      app.database,
      "select text from mails where user_id = $1 and kind = 'investor-statement-ended'",
      person.id,
    )
    expect(rows[0].text).toContain('High net worth investor statement')
  })

  test('leaves the type alone of someone who neither trades nor invests', async () => {
    const person = await app.signIn()
    await person.call('POST', '/api/users/update-type', { user_type: 'sell' })
    await sign(person, 'restricted')
    await runOn('2027-03-10')
    expect(await stored(person)).toMatchObject({
      user_type: 'sell',
      pending_user_type: null,
      investor_category: null,
    })
  })

  test('applies without a mail to people without an address and to closed accounts', async () => {
    const [silent, closed] = [await trader(), await trader()]
    await app.database.pool.query('update users set email = null where id = $1', [silent.id])
    await app.database.pool.query('update users set disabled_at = now() where id = $1', [closed.id])
    await runOn('2027-03-03')
    expect((await runOn('2027-03-10')).ended).toBe(2)
    for (const person of [silent, closed]) {
      expect(await stored(person)).toMatchObject({ is_trader: false, pending_user_type: 'trade' })
      expect(await mailsTo(person)).toEqual([SIGNED_MAIL])
    }
  })
})
