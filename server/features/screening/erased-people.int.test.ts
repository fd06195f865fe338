import { beforeAll, expect, test } from 'vitest'
import { getStaffHome } from '#contract/review/staff-home.ts'
import { casePolicyOf } from '#server/model/cases/case-policy.ts'
import { removePerson } from '#server/model/people/remove-person.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { submitted } from '#server/testing/journeys.ts'
import { screenWaiting } from './screen-waiting.ts'

/** On the sample list, and not a real person. */
const LISTED = { firstName: 'Muhammad Idris', lastName: 'Tarhan Al-Qusayri', dob: '1971-04-02' }

let app: TestApp
let admin: TestUser
let superAdmins: [TestUser, TestUser]
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn({ role: 'admin' })
  superAdmins = [await app.signIn({ role: 'superAdmin' }), await app.signIn({ role: 'superAdmin' })]
})

/** Someone with an open match, erased with what the law requires to be retained of them. */
async function erasedWithMatch(): Promise<{ id: number; matchId: number }> {
  const { id } = await submitted(await app.signIn(), LISTED)
  await screenWaiting(app.services)
  await app.database.pool.query("update users set issuer = 'erased' where id = $1", [id])
  return { id, matchId: await matchOf(id) }
}

async function matchOf(userId: number): Promise<number> {
  const { rows } = await app.database.pool.query(
    'select m.id from screening_matches m join cases c on c.id = m.case_id where c.user_id = $1',
    [userId],
  )
  return Number(rows[0].id)
}

const listOf = async (by: TestUser) => (await by.call('GET', '/api/admin/screening')).json()
const homeOf = async (by: TestUser) => (await by.call('GET', getStaffHome.path)).json().screening
const decide = (by: TestUser, matchId: number, version: number) =>
  by.call('POST', `/api/admin/screening/matches/${matchId}/decision`, {
    version,
    state: 'true',
    reasons: ['document'],
    comment: 'The same passport number',
  })

test('R58 the match of an erased account is there only for those who may read what is retained of it', async () => {
  const { matchId } = await erasedWithMatch()
  const [superAdmin, other] = superAdmins
  const reviewer = await app.signIn({ role: 'reviewer' })
  for (const by of [admin, reviewer]) {
    expect(await listOf(by)).toMatchObject({ matches: [], open: 0 })
    expect((await listOf(by)).lists).toMatchObject([{ matches: { open: 0 } }])
    expect(await homeOf(by)).toMatchObject({ openMatches: 0, stopped: 0, oldestAt: null })
    expect((await decide(by, matchId, 0)).json().error).toBe('FORBIDDEN')
  }
  expect(await listOf(superAdmin)).toMatchObject({ open: 1, matches: [{ match: { id: matchId } }] })
  expect(await homeOf(superAdmin)).toMatchObject({ openMatches: 1, stopped: 1 })
  expect(await listOf(await app.signIn({ role: 'auditor' }))).toMatchObject({ open: 1 })

  expect((await decide(superAdmin, matchId, 0)).statusCode).toBe(200)
  expect((await decide(other, matchId, 1)).statusCode).toBe(200)
  const report = (by: TestUser) => by.call('GET', `/api/admin/screening/matches/${matchId}/report`)
  expect([(await report(superAdmin)).statusCode, (await report(admin)).json().error]).toEqual([
    200,
    'FORBIDDEN',
  ])
})

test('an erased account is no customer: no later list looks for it', async () => {
  const { id } = await erasedWithMatch()
  const ofCase = 'where case_id in (select id from cases where user_id = $1)'
  await app.database.pool.query(`update case_screenings set list_ids = '{}' ${ofCase}`, [id])
  expect((await listOf(superAdmins[0])).waiting).toBe(0)
  await screenWaiting(app.services)
  const { rows } = await app.database.pool.query(`select list_ids from case_screenings ${ofCase}`, [id])
  expect(rows).toEqual([{ list_ids: [] }])
})

test('the notices of a match need no action by those who may no longer decide on it, once its account is erased', async () => {
  const reviewer = await app.signIn({ role: 'reviewer' })
  const { id } = await submitted(await app.signIn(), LISTED)
  await screenWaiting(app.services)
  const urgent = async (by: TestUser) =>
    (await by.call('GET', '/api/notices'))
      .json()
      .notices.filter(({ isUrgent }: { isUrgent: boolean }) => isUrgent).length
  const readers = [reviewer, admin, superAdmins[0]]
  const before = await Promise.all(readers.map(urgent))
  expect(before[0]).toBe(1)
  await app.database.transaction(async (tx) => {
    const user = await lockUser(tx, id)
    const policy = casePolicyOf(app.config)
    await removePerson(tx, user, { at: app.clock.now, policy, evidence: false })
  })
  const after = await Promise.all(readers.map(urgent))
  expect(after[0]).toBe(0)
  expect(after[2]).toBe(before[2])

  // Who must agree is asked of those alone who may.
  const matchId = await matchOf(id)
  expect((await decide(superAdmins[0], matchId, 0)).statusCode).toBe(200)
  const second = 'A screening match waits for a second person'
  const titles = async (by: TestUser) =>
    (await by.call('GET', '/api/notices')).json().notices.map(({ title }: { title: string }) => title)
  expect(await titles(superAdmins[1])).toContain(second)
  expect(await titles(reviewer)).not.toContain(second)
})
