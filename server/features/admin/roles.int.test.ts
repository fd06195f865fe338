import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { eventsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let boss: TestUser
let other: TestUser
beforeAll(async () => {
  app = await testApp()
})
// Two super admins and no more, so that the last one is one of them.
beforeEach(async () => {
  await app.database.pool.query('update users set is_super_admin = false')
  boss = await app.signIn({ role: 'superAdmin', name: 'Grace Hopper' })
  other = await app.signIn({ role: 'superAdmin', name: 'Alan Turing' })
})

type Role = 'admin' | 'super_admin'
const promote = (by: TestUser, { email }: { email: string }, role: Role) =>
  by.call('POST', '/api/admin/users/promote', { email, role })
const demote = (by: TestUser, { email }: { email: string }, role: Role) =>
  by.call('POST', '/api/admin/users/demote', { email, role })

async function rolesOf({ id }: TestUser): Promise<{ is_admin: boolean; is_super_admin: boolean }> {
  const { rows } = await app.database.pool.query('select is_admin, is_super_admin from users where id = $1', [
    id,
  ])
  return rows[0]
}
async function superAdmins(): Promise<number> {
  const { rows } = await app.database.pool.query('select count(*)::int as n from users where is_super_admin')
  return rows[0].n
}
const mailsOf = async ({ id }: TestUser) =>
  (
    await app.database.pool.query('select kind, subject, text from mails where user_id = $1 order by id', [
      id,
    ])
  ).rows

describe('a promotion', () => {
  test('R9 R24 counts from the next request, tells the person, and stands in the ledger', async () => {
    const person = await app.signIn({ role: 'staff' })
    expect((await person.call('GET', '/api/admin/users')).statusCode).toBe(403)
    const answer = await promote(boss, { email: person.email.toUpperCase() }, 'admin')
    expect(answer.json()).toEqual({
      success: true,
      changed: true,
      message: `${person.email} is now an admin.`,
      user: { id: person.id, is_admin: true, is_super_admin: false },
    })
    expect((await person.call('GET', '/api/admin/users')).statusCode).toBe(200)
    await promote(other, person, 'super_admin')
    expect((await promote(boss, person, 'super_admin')).json()).toMatchObject({ changed: true })
    expect(await rolesOf(person)).toEqual({ is_admin: true, is_super_admin: true })
    expect(await eventsOf(app.database, person.id, 'user.role_granted')).toMatchObject([
      {
        actor_kind: 'staff',
        actor_id: String(boss.id),
        before: { isAdmin: false },
        after: { isAdmin: true },
      },
      { before: { isSuperAdmin: false }, after: { isSuperAdmin: true }, ip: '127.0.0.1' },
    ])
    expect(await mailsOf(person)).toMatchObject([
      { kind: 'role-granted', subject: 'You are now an Admin of Verdaccord' },
      { kind: 'role-granted', text: expect.stringContaining('Grace Hopper gave your Verdaccord account') },
    ])
    const detail = (await boss.call('GET', `/api/admin/users/${person.id}`)).json().data
    expect(detail).toMatchObject({
      is_super_admin: true,
      admin_role_assigned_by: 'Grace Hopper',
      admin_role_assigned_at: app.clock.now.toISOString(),
    })
  })

  test('A15 R49 asked for many times at once has one effect, and takes no higher role away', async () => {
    const person = await app.signIn({ role: 'staff' })
    const answers = await Promise.all(
      [boss, other, boss, other].map((by) => promote(by, person, 'super_admin')),
    )
    // Whoever proposed cannot confirm, so a repeated proposal is refused.
    for (const { statusCode } of answers) expect([200, 403]).toContain(statusCode)
    expect(answers.filter((answer) => answer.json().changed)).toHaveLength(1)
    expect((await promote(boss, person, 'admin')).json()).toMatchObject({
      changed: false,
      message: `${person.email} is a super admin already.`,
      user: { is_super_admin: true },
    })
    expect(await eventsOf(app.database, person.id, 'user.role_granted')).toHaveLength(1)
    expect(await mailsOf(person)).toHaveLength(1)
  })

  test('R22 a super admin is made by two: the proposer cannot confirm, and after a week nothing is proposed', async () => {
    const person = await app.signIn({ role: 'admin' })
    const proposal = await promote(boss, person, 'super_admin')
    expect(proposal.json()).toMatchObject({
      changed: false,
      message: expect.stringContaining('is proposed as a super admin'),
    })
    const again = await promote(boss, person, 'super_admin')
    expect([again.statusCode, again.json().message]).toEqual([
      403,
      'Another super admin must make them one as well, within 7 days.',
    ])
    expect([await rolesOf(person), await mailsOf(person)]).toEqual([
      { is_admin: true, is_super_admin: false },
      [],
    ])
    await app.database.pool.query('update users set is_super_admin = false where id = $1', [boss.id])
    expect((await promote(other, person, 'super_admin')).json()).toMatchObject({ changed: true })
    expect(await eventsOf(app.database, person.id, 'user.role_proposed')).toHaveLength(1)

    const late = await app.signIn({ role: 'admin' })
    const third = await app.signIn({ role: 'superAdmin' })
    const began = app.clock.now
    app.clock.now = new Date(began.getTime() - 7 * 24 * 3_600_000)
    const early = await app.signIn({ role: 'superAdmin' })
    await promote(early, late, 'super_admin')
    app.clock.now = began
    expect((await promote(third, late, 'super_admin')).json()).toMatchObject({ changed: false })
    expect(await eventsOf(app.database, late.id, 'user.role_proposed')).toHaveLength(2)
  })

  test('R21 R22 R55 reaches nobody in whose hands it would have no effect, and never oneself', async () => {
    const [foreign, unverified] = [
      await app.signIn({ email: 'boss@evil.example' }),
      await app.signIn({ role: 'staff', emailVerified: false }),
    ]
    // The system email can be typed by anybody: it makes nobody staff.
    const typed = 'typed@verdaccord.example'
    await app.database.pool.query('update users set email = $2 where id = $1', [foreign.id, typed])
    for (const [email, status, words] of [
      ['nobody@verdaccord.example', 404, /Nobody has signed in as nobody@/],
      [typed, 404, /Nobody has signed in/],
      [foreign.email, 400, /not a verified address on a company email domain/],
      [unverified.email, 400, /not a verified address/],
    ] as const) {
      const answer = await promote(boss, { email }, 'admin')
      expect([answer.statusCode, answer.json().fields.email]).toEqual([status, expect.stringMatching(words)])
    }
    expect((await promote(boss, boss, 'super_admin')).statusCode).toBe(403)
    expect(await rolesOf(foreign)).toEqual({ is_admin: false, is_super_admin: false })
    await app.database.pool.query('update users set email = null where id = $1', [unverified.id])
    const twin = await app.signIn({ role: 'staff', email: unverified.email })
    expect((await promote(boss, twin, 'admin')).json()).toMatchObject({ error: 'INVALID_STATE' })
    expect((await promote(boss, twin, 'reviewer' as Role)).statusCode).toBe(400)
  })

  test('R11 needs a sign-in that is not older than 15 minutes, like a demotion', async () => {
    const person = await app.signIn({ role: 'staff' })
    const began = app.clock.now
    for (const minutes of [8, 16]) {
      app.clock.now = new Date(began.getTime() + minutes * 60_000)
      expect((await boss.call('GET', '/api/admin/administrators')).statusCode).toBe(200)
    }
    for (const answer of [await promote(boss, person, 'admin'), await demote(boss, other, 'admin')])
      expect([answer.statusCode, answer.json().error]).toEqual([403, 'REAUTH_REQUIRED'])
    expect([await rolesOf(person), await superAdmins()]).toEqual([
      { is_admin: false, is_super_admin: false },
      2,
    ])
    app.clock.now = began
  })
})

describe('a demotion', () => {
  test('R9 R24 leaves a super admin an admin, or without any role, and says so', async () => {
    expect((await demote(boss, other, 'super_admin')).json()).toMatchObject({
      changed: true,
      message: `${other.email} is an admin now.`,
      user: { is_admin: true, is_super_admin: false },
    })
    expect((await promote(other, boss, 'admin')).statusCode).toBe(403)
    expect((await demote(boss, other, 'super_admin')).json()).toMatchObject({ changed: false })
    expect((await demote(boss, other, 'admin')).json()).toMatchObject({
      message: expect.stringMatching(/no role/),
    })
    expect((await other.call('GET', '/api/admin/users')).statusCode).toBe(403)
    expect(await eventsOf(app.database, other.id, 'user.role_removed')).toHaveLength(2)
    expect(await mailsOf(other)).toMatchObject([
      { kind: 'role-removed', text: expect.stringContaining('You are still an Admin.') },
      { kind: 'role-removed', subject: 'You are no longer an Admin of Verdaccord' },
    ])
    const { data } = (await boss.call('GET', `/api/admin/users/${other.id}`)).json()
    expect(data).toMatchObject({ admin_role_assigned_at: null, admin_role_assigned_by: null })
  })

  test('R22 of the last super admin is refused, and one’s own while another remains is not', async () => {
    expect((await demote(boss, boss, 'super_admin')).statusCode).toBe(200)
    // Of a foreign domain, so that the role has no effect: it does not count.
    await app.signIn({ role: 'superAdmin', email: `boss-${other.id}@evil.example` })
    for (const role of ['super_admin', 'admin'] as const) {
      const answer = await demote(other, other, role)
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'INVALID_STATE'])
    }
    expect(await rolesOf(other)).toEqual({ is_admin: true, is_super_admin: true })
  })

  test('R22 of two super admins who demote each other at once, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await app.signIn({ role: 'superAdmin' }), await app.signIn({ role: 'superAdmin' })]
      await app.database.pool.query('update users set is_super_admin = false where not (id = any($1))', [
        [one.id, two.id],
      ])
      const answers = await Promise.all([demote(one, two, 'admin'), demote(two, one, 'super_admin')])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403])
      expect(await superAdmins()).toBe(1)
      const winner = answers[0]?.statusCode === 200 ? one : two
      expect(await rolesOf(winner)).toEqual({ is_admin: true, is_super_admin: true })
    }
  })

  test('R22 of super admins who all step down at once, one stays', async () => {
    const third = await app.signIn({ role: 'superAdmin' })
    const answers = await Promise.all([boss, other, third].map((one) => demote(one, one, 'super_admin')))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409])
    expect(await superAdmins()).toBe(1)
  })

  test('R22 in a ring, with promotions between, somebody is always left to grant roles', async () => {
    const third = await app.signIn({ role: 'superAdmin' })
    const clerk = await app.signIn({ role: 'admin' })
    const answers = await Promise.all([
      demote(boss, other, 'admin'),
      promote(other, clerk, 'super_admin'),
      demote(other, third, 'super_admin'),
      demote(third, boss, 'super_admin'),
      promote(third, other, 'super_admin'),
    ])
    for (const { statusCode } of answers) expect([200, 403, 409]).toContain(statusCode)
    expect(await superAdmins()).toBeGreaterThan(0)
  })
})

test('the list names everybody with a role, super admins first, and whose role has no effect', async () => {
  await app.database.pool.query('update users set is_admin = false where id <> all($1)', [
    [boss.id, other.id],
  ])
  const admin = await app.signIn({ role: 'admin' })
  const foreign = await app.signIn({ role: 'admin', email: `clerk-${admin.id}@evil.example` })
  const seen = []
  let cursor = ''
  do {
    const { data, nextCursor } = (
      await admin.call('GET', `/api/admin/administrators?limit=1${cursor}`)
    ).json()
    seen.push(...data)
    cursor = nextCursor ? `&cursor=${nextCursor}` : ''
  } while (cursor)
  expect(seen.map(({ id, role, is_in_force }) => [id, role, is_in_force])).toEqual([
    [boss.id, 'super_admin', true],
    [other.id, 'super_admin', true],
    [admin.id, 'admin', true],
    [foreign.id, 'admin', false],
  ])
  expect((await admin.call('GET', '/api/admin/administrators?cursor=bm90aGluZw')).statusCode).toBe(400)
})
