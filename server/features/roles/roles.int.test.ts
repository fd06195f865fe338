import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROLES, type RoleName } from '#contract/roles.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { submitted } from '#server/testing/journeys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { eventsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let boss: TestUser
let other: TestUser
beforeAll(async () => {
  app = await testApp()
})
// Exactly two super admins, so that the last one is one of them.
beforeEach(async () => {
  await app.database.pool.query('update users set is_super_admin = false')
  boss = await app.signIn({ role: 'superAdmin', name: 'Grace Hopper' })
  other = await app.signIn({ role: 'superAdmin', name: 'Alan Turing' })
})

type Role = RoleName
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
  await mailRows(app.database, 'select kind, subject, text from mails where user_id = $1 order by id', id)

describe('a promotion', () => {
  test('R9 R24 applies from the next request, notifies the person, and is recorded in the ledger', async () => {
    const person = await app.signIn({ role: 'staff' })
    expect((await person.call('GET', '/api/admin/users')).statusCode).toBe(403)
    const answer = await promote(boss, { email: person.email.toUpperCase() }, 'admin')
    expect(answer.json()).toEqual({
      success: true,
      changed: true,
      message: `${person.email} is now an admin.`,
      user: { id: person.id, is_admin: true, is_super_admin: false, roles: ['admin'] },
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
    expect((await person.call('GET', '/api/notices')).json().notices).toMatchObject([
      { title: 'You are now a Super Admin', detail: 'Grace Hopper gave you the role.' },
      { title: 'You are now an Admin', path: '/admin/dashboard' },
    ])
    const detail = (await boss.call('GET', `/api/admin/users/${person.id}`)).json().data
    expect(detail).toMatchObject({
      is_super_admin: true,
      admin_role_assigned_by: 'Grace Hopper',
      admin_role_assigned_at: app.clock.now.toISOString(),
    })
  })

  test('A15 A24 R49 has one effect if requested many times at once, and removes no higher role', async () => {
    const person = await app.signIn({ role: 'staff' })
    const answers = await Promise.all(
      [boss, other, boss, other].map((by) => promote(by, person, 'super_admin')),
    )
    // The proposer cannot confirm, so a repeated proposal is refused.
    for (const { statusCode } of answers) expect([200, 403]).toContain(statusCode)
    expect(answers.filter((answer) => answer.json().changed)).toHaveLength(1)
    expect((await promote(boss, person, 'admin')).json()).toMatchObject({
      changed: false,
      message: `${person.email} is already a super admin.`,
      user: { is_super_admin: true },
    })
    expect(await eventsOf(app.database, person.id, 'user.role_granted')).toHaveLength(1)
    expect(await mailsOf(person)).toHaveLength(1)
  })

  test('R22 to super admin takes two people: the proposer cannot confirm, and after a week the proposal lapses', async () => {
    const person = await app.signIn({ role: 'admin' })
    const proposal = await promote(boss, person, 'super_admin')
    expect(proposal.json()).toMatchObject({
      changed: false,
      message: expect.stringContaining('is proposed as a super admin'),
    })
    const again = await promote(boss, person, 'super_admin')
    expect([again.statusCode, again.json().message]).toEqual([
      403,
      'Another super admin must confirm it within 7 days.',
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

  test('A19 R21 R22 R55 is refused for someone for whom it would have no effect, and for oneself', async () => {
    const [foreign, unverified] = [
      await app.signIn({ email: 'boss@evil.example' }),
      await app.signIn({ role: 'staff', emailVerified: false }),
    ]
    // Anyone can type any system email, so it makes no one staff.
    const typed = 'typed@verdaccord.example'
    await app.database.pool.query('update users set email = $2 where id = $1', [foreign.id, typed])
    for (const [email, status, words] of [
      ['nobody@verdaccord.example', 404, /No one has signed in as nobody@/],
      [typed, 404, /No one has signed in/],
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
    expect((await promote(boss, twin, 'janitor' as Role)).statusCode).toBe(400)
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

describe('R23 a proposed super admin', () => {
  const PROPOSALS = '/api/admin/role-proposals'
  const waiting = async (by: TestUser) => (await by.call('GET', PROPOSALS)).json()
  const answer = (by: TestUser, id: number, word: 'confirm' | 'decline') =>
    by.call('POST', `${PROPOSALS}/${id}/${word}`)
  const noticesOf = async (person: TestUser) => (await person.call('GET', '/api/notices')).json().notices
  async function proposed(by = boss): Promise<{ person: TestUser; id: number }> {
    const person = await app.signIn({ role: 'admin' })
    expect((await promote(by, person, 'super_admin')).json()).toMatchObject({ changed: false })
    const { data } = await waiting(by)
    return {
      person,
      id: data.find((proposal: { person: { id: number } }) => proposal.person.id === person.id).id,
    }
  }

  test('R11 R23 is mailed to every other super admin, listed, and confirmed by one who signed in recently', async () => {
    const third = await app.signIn({ role: 'superAdmin' })
    expect((await waiting(boss)).data).toEqual([])
    const { person, id } = await proposed()
    const { data, takesTwo } = await waiting(other)
    expect([data, takesTwo]).toEqual([
      [
        {
          id,
          person: { id: person.id, name: 'Ada Lovelace', email: person.email },
          proposedBy: { id: boss.id, name: 'Grace Hopper', email: boss.email },
          proposedAt: app.clock.now.toISOString(),
          expiresAt: new Date(app.clock.now.getTime() + 7 * 24 * 3_600_000).toISOString(),
        },
      ],
      true,
    ])
    for (const superAdmin of [other, third]) {
      expect(await noticesOf(superAdmin)).toMatchObject([
        {
          title: `Grace Hopper proposed ${person.email} as super admin`,
          detail: 'Confirm or decline it.',
          path: '/admin/dashboard?tab=controls',
        },
      ])
      expect(await mailsOf(superAdmin)).toMatchObject([
        { kind: 'role-proposed', text: expect.stringContaining(person.email) },
      ])
    }
    // Neither the proposer nor the proposed person is asked, and neither can confirm.
    expect([await noticesOf(boss), await noticesOf(person), await mailsOf(person)]).toEqual([[], [], []])
    expect((await answer(boss, id, 'confirm')).json()).toMatchObject({ error: 'FORBIDDEN' })
    for (const word of ['confirm', 'decline'] as const)
      expect((await answer(person, id, word)).statusCode).toBe(403)
    expect((await person.call('GET', PROPOSALS)).statusCode).toBe(403)

    const began = app.clock.now
    for (const minutes of [8, 16]) {
      app.clock.now = new Date(began.getTime() + minutes * 60_000)
      await waiting(other)
    }
    expect((await answer(other, id, 'confirm')).json()).toMatchObject({ error: 'REAUTH_REQUIRED' })
    app.clock.now = began
    expect((await answer(other, id, 'confirm')).json()).toEqual({
      success: true,
      changed: true,
      message: `${person.email} is now a super admin.`,
      user: { id: person.id, is_admin: true, is_super_admin: true, roles: ['super_admin'] },
    })
    expect(await rolesOf(person)).toEqual({ is_admin: true, is_super_admin: true })
    expect((await answer(other, id, 'confirm')).json()).toMatchObject({ changed: false })
    expect((await answer(other, id, 'decline')).json()).toMatchObject({ error: 'INVALID_STATE' })
    expect((await answer(other, id + 1_000_000, 'confirm')).statusCode).toBe(404)
    expect((await waiting(boss)).data).toEqual([])
    expect(await noticesOf(boss)).toMatchObject([
      {
        title: 'Your proposal of a super admin was confirmed',
        detail: `Alan Turing answered for ${person.email}.`,
      },
    ])
    expect(await mailsOf(boss)).toMatchObject([
      {
        kind: 'role-proposal-answered',
        text: expect.stringContaining('Alan Turing confirmed your proposal'),
      },
    ])
    expect(await mailsOf(person)).toMatchObject([{ kind: 'role-granted' }])
  })

  test('R23 may be declined, which is notified, or cancelled, and proposed again', async () => {
    const { person, id } = await proposed()
    expect((await answer(other, id, 'decline')).json()).toEqual({
      success: true,
      message: `${person.email} does not become a super admin.`,
    })
    expect((await answer(other, id, 'confirm')).json()).toMatchObject({ error: 'INVALID_STATE' })
    expect(await rolesOf(person)).toEqual({ is_admin: true, is_super_admin: false })
    expect(await noticesOf(boss)).toMatchObject([{ title: 'Your proposal of a super admin was declined' }])
    expect(await mailsOf(boss)).toMatchObject([
      {
        subject: 'Your proposal of a super admin was declined',
        text: expect.stringContaining('Nothing has'),
      },
    ])
    expect((await promote(boss, person, 'super_admin')).json()).toMatchObject({ changed: false })
    const again = (await waiting(boss)).data[0].id
    expect((await answer(boss, again, 'decline')).statusCode).toBe(200)
    // The person who cancelled it gets no mail about that.
    expect(await mailsOf(boss)).toHaveLength(1)
    expect((await waiting(other)).data).toEqual([])
    expect(await eventsOf(app.database, person.id, 'user.role_declined')).toMatchObject([
      { actor_id: String(other.id), subject: `role-proposal:${id}` },
      { actor_id: String(boss.id), subject: `role-proposal:${again}` },
    ])
    // Promoting the same person is the other way to confirm, and is notified as well. A lesser role given
    // meanwhile ends nothing.
    const next = await app.signIn({ role: 'staff' })
    await promote(other, next, 'super_admin')
    expect((await promote(boss, next, 'admin')).json()).toMatchObject({ changed: true })
    expect((await promote(boss, next, 'super_admin')).json()).toMatchObject({ changed: true })
    expect(await mailsOf(other)).toMatchObject([
      { kind: 'role-proposed' },
      { kind: 'role-proposed' },
      { subject: 'Your proposal of a super admin was confirmed' },
    ])
  })

  test('R23 is confirmed once by two at once, and of confirming and declining at once one counts', async () => {
    const third = await app.signIn({ role: 'superAdmin' })
    const once = await proposed()
    const both = await Promise.all([other, third].map((by) => answer(by, once.id, 'confirm')))
    expect(both.map((answer) => [answer.statusCode, answer.json().changed]).sort()).toEqual([
      [200, false],
      [200, true],
    ])
    expect(await eventsOf(app.database, once.person.id, 'user.role_granted')).toHaveLength(1)
    expect(await mailsOf(once.person)).toHaveLength(1)
    for (let round = 0; round < 5; round++) {
      const { person, id } = await proposed()
      const [confirm, decline] = await Promise.all([
        answer(other, id, 'confirm'),
        answer(third, id, 'decline'),
      ])
      expect([confirm.statusCode, decline.statusCode].sort()).toEqual([200, 409])
      expect((await rolesOf(person)).is_super_admin).toBe(confirm.statusCode === 200)
      expect(await eventsOf(app.database, person.id, 'user.role_granted', 'user.role_declined')).toHaveLength(
        1,
      )
    }
  })

  test("R23 can't be confirmed after a week, nor once its proposer has lost the role", async () => {
    const { id } = await proposed()
    const began = app.clock.now
    app.clock.now = new Date(began.getTime() + 7 * 24 * 3_600_000)
    const late = await app.signIn({ role: 'superAdmin' })
    expect((await waiting(late)).data).toEqual([])
    for (const word of ['confirm', 'decline'] as const)
      expect((await answer(late, id, word)).json()).toMatchObject({ error: 'INVALID_STATE' })
    app.clock.now = began
    await app.database.pool.query('update users set is_super_admin = false where id = $1', [boss.id])
    expect((await waiting(other)).data).toEqual([])
    expect((await answer(late, id, 'confirm')).json()).toMatchObject({
      error: 'INVALID_STATE',
      message: 'The person who proposed this is no longer a super admin. Propose it yourself.',
    })
  })

  test('R23 needs a second person only if someone else could answer, and if the deployment asks for two', async () => {
    const [first, second] = [await app.signIn({ role: 'admin' }), await app.signIn({ role: 'admin' })]
    const { config } = app.services
    config.fourEyesForRoles = false
    expect((await waiting(boss)).takesTwo).toBe(false)
    expect((await promote(boss, first, 'super_admin')).json()).toMatchObject({ changed: true })
    config.fourEyesForRoles = true
    await app.database.pool.query('update users set is_super_admin = false where id <> $1', [boss.id])
    expect((await waiting(boss)).takesTwo).toBe(false)
    expect((await promote(boss, second, 'super_admin')).json()).toMatchObject({ changed: true })
    expect((await waiting(boss)).takesTwo).toBe(true)
  })
})

describe('a demotion', () => {
  test('R9 R24 leaves a super admin an admin, or without any role, and says so', async () => {
    expect((await demote(boss, other, 'super_admin')).json()).toMatchObject({
      changed: true,
      message: `${other.email} is now an admin.`,
      user: { is_admin: true, is_super_admin: false },
    })
    expect((await promote(other, boss, 'admin')).statusCode).toBe(403)
    expect((await demote(boss, other, 'super_admin')).json()).toMatchObject({ changed: false })
    expect((await demote(boss, other, 'admin')).json()).toMatchObject({
      message: expect.stringMatching(/no longer has a role/),
    })
    expect((await other.call('GET', '/api/admin/users')).statusCode).toBe(403)
    expect(await eventsOf(app.database, other.id, 'user.role_removed')).toHaveLength(2)
    expect(await mailsOf(other)).toMatchObject([
      { kind: 'role-removed', text: expect.stringContaining('You are still an Admin.') },
      { kind: 'role-removed', subject: 'You are no longer an Admin of Verdaccord' },
    ])
    expect((await other.call('GET', '/api/notices')).json().notices).toMatchObject([
      { title: 'You are no longer an Admin', detail: 'Grace Hopper removed the role.' },
      { title: 'You are no longer a Super Admin', path: '/profile' },
    ])
    const { data } = (await boss.call('GET', `/api/admin/users/${other.id}`)).json()
    expect(data).toMatchObject({ admin_role_assigned_at: null, admin_role_assigned_by: null })
  })

  test('releases the person’s claims, at once and on record, if none of their other roles may review', async () => {
    const leaver = await app.signIn({ role: 'reviewer', roles: ['support'] })
    const [claimed, assigned] = [await submitted(await app.signIn()), await submitted(await app.signIn())]
    const given = await leaver.call('POST', '/api/admin/queue/next', {})
    expect(given.json().case.userId).toBe(claimed.id)
    const { cases } = (await boss.call('GET', '/api/admin/queue?owner=nobody')).json()
    expect(
      (await boss.call('POST', '/api/admin/queue/assign', { cases: [cases[0].id], to: leaver.id })).json(),
    ).toMatchObject({ assigned: 1 })
    const owners = async () =>
      Promise.all(
        [claimed, assigned].map(
          async ({ id }) => (await boss.call('GET', `/api/admin/users/${id}/kyc-case`)).json().case.owner?.id,
        ),
      )
    expect(await owners()).toEqual([leaver.id, leaver.id])
    await demote(boss, leaver, 'support')
    expect(await owners()).toEqual([leaver.id, leaver.id])
    await demote(boss, leaver, 'reviewer')
    expect(await owners()).toEqual([undefined, undefined])
    for (const { id } of [claimed, assigned])
      expect((await eventsOf(app.database, id, 'case.assigned')).at(-1)).toMatchObject({
        actor_id: String(boss.id),
        after: { owner: null },
      })
    const next = await other.call('POST', '/api/admin/queue/next', {})
    expect(next.json().case.userId).toBe(claimed.id)
  })

  test('R22 of the last super admin is refused, and one’s own while another remains is not', async () => {
    expect((await demote(boss, boss, 'super_admin')).statusCode).toBe(200)
    // With a foreign address, so that the role has no effect and does not count.
    await app.signIn({ role: 'superAdmin', email: `boss-${other.id}@evil.example` })
    for (const role of ['super_admin', 'admin'] as const) {
      const answer = await demote(other, other, role)
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'INVALID_STATE'])
    }
    expect(await rolesOf(other)).toEqual({ is_admin: true, is_super_admin: true })
  })

  test('A24 R22 of two super admins by each other at once leaves one', async () => {
    for (let round = 0; round < 5; round++) {
      const [first, second] = [
        await app.signIn({ role: 'superAdmin' }),
        await app.signIn({ role: 'superAdmin' }),
      ]
      await app.database.pool.query('update users set is_super_admin = false where not (id = any($1))', [
        [first.id, second.id],
      ])
      const answers = await Promise.all([
        demote(first, second, 'admin'),
        demote(second, first, 'super_admin'),
      ])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403])
      expect(await superAdmins()).toBe(1)
      const winner = answers[0]?.statusCode === 200 ? first : second
      expect(await rolesOf(winner)).toEqual({ is_admin: true, is_super_admin: true })
    }
  })

  test('A24 R22 of all super admins by themselves at once leaves one', async () => {
    const third = await app.signIn({ role: 'superAdmin' })
    const answers = await Promise.all(
      [boss, other, third].map((superAdmin) => demote(superAdmin, superAdmin, 'super_admin')),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409])
    expect(await superAdmins()).toBe(1)
  })

  test('A24 R22 in a ring, with promotions in between, always leaves someone to grant roles', async () => {
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

describe('a further role', () => {
  test('does not change who gave the other one, and when', async () => {
    const person = await app.signIn({ role: 'staff' })
    const assigned = async () => {
      const { data } = (await boss.call('GET', `/api/admin/users/${person.id}`)).json()
      return [data.admin_role_assigned_by, data.admin_role_assigned_at]
    }
    await promote(other, person, 'reviewer')
    const given = await assigned()
    expect(given[0]).toBe('Alan Turing')
    app.clock.now = new Date(app.clock.now.getTime() + 60_000)
    await promote(boss, person, 'admin')
    expect((await assigned())[0]).toBe('Grace Hopper')
    await demote(boss, person, 'admin')
    expect(await assigned()).toEqual(given)
    await promote(boss, person, 'support')
    expect(await assigned()).toEqual(given)
    await demote(boss, person, 'reviewer')
    expect((await assigned())[0]).toBe('Grace Hopper')
  })

  test('R9 R22 R24 is given and removed separately from the others, notified, and recorded in the ledger', async () => {
    const person = await app.signIn({ role: 'admin' })
    const before = (await boss.call('GET', `/api/admin/users/${person.id}`)).json().data
    expect((await promote(boss, person, 'finance')).json()).toEqual({
      success: true,
      changed: true,
      message: `${person.email} is now a finance officer.`,
      user: { id: person.id, is_admin: true, is_super_admin: false, roles: ['admin', 'finance'] },
    })
    // Idempotent.
    expect((await promote(other, person, 'finance')).json()).toMatchObject({
      changed: false,
      message: `${person.email} is already a finance officer.`,
    })
    await promote(boss, person, 'auditor')
    expect((await demote(boss, person, 'admin')).json()).toMatchObject({
      message: `${person.email} is no longer an admin.`,
      user: { is_admin: false, roles: ['finance', 'auditor'] },
    })
    expect((await demote(boss, person, 'auditor')).json()).toMatchObject({ user: { roles: ['finance'] } })
    const { user } = (await person.call('GET', '/api/auth/user')).json()
    expect(user).toMatchObject({ is_admin: false, is_staff: true, roles: ['finance'] })
    expect([...user.may].sort()).toEqual(['figures.read', ...ROLES.finance.may].sort())
    expect((await person.call('GET', '/api/admin/invoices')).statusCode).toBe(200)
    expect((await person.call('GET', '/api/admin/users')).statusCode).toBe(403)
    expect((await demote(boss, person, 'finance')).json().message).toBe(
      `${person.email} no longer has a role.`,
    )
    expect((await person.call('GET', '/api/admin/invoices')).statusCode).toBe(403)
    expect(before.admin_role_assigned_by).toBeNull()
    expect(await eventsOf(app.database, person.id, 'user.role_granted')).toMatchObject([
      { actor_id: String(boss.id), before: { isAdmin: true }, after: { isAdmin: true, roles: ['finance'] } },
      { after: { roles: ['finance', 'auditor'] } },
    ])
    expect(await eventsOf(app.database, person.id, 'user.role_removed')).toMatchObject([
      { before: { isAdmin: true }, after: { isAdmin: false, roles: ['finance', 'auditor'] } },
      { before: { roles: ['finance', 'auditor'] }, after: { roles: ['finance'] } },
      { before: { roles: ['finance'] }, after: { isAdmin: false } },
    ])
    expect((await mailsOf(person)).map(({ subject }) => subject)).toEqual([
      'You are now a Finance Officer of Verdaccord',
      'You are now an Auditor of Verdaccord',
      'You are no longer an Admin of Verdaccord',
      'You are no longer an Auditor of Verdaccord',
      'You are no longer a Finance Officer of Verdaccord',
    ])
  })

  test('R21 R22 is only given by super admins, never to oneself, nor if it would have no effect', async () => {
    const person = await app.signIn({ role: 'reviewer' })
    const clerk = await app.signIn({ role: 'admin' })
    const foreign = await app.signIn({ role: 'staff', email: `clerk-${person.id}@evil.example` })
    const late = await app.call('POST', '/api/admin/users/promote', { email: person.email, role: 'finance' })
    const statuses = [
      late,
      await promote(clerk, person, 'finance'),
      await promote(person, person, 'finance'),
      await promote(boss, boss, 'auditor'),
      await promote(boss, foreign, 'reviewer'),
      await promote(boss, person, 'janitor' as Role),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([401, 403, 403, 403, 400, 400])
    expect((await boss.call('GET', `/api/admin/users/${person.id}`)).json().data.roles).toEqual(['reviewer'])
  })

  test('R49 that many give and remove at once ends as the last one said, and each change is notified once', async () => {
    const person = await app.signIn({ role: 'staff' })
    const answers = await Promise.all([
      ...[boss, other, boss].map((by) => promote(by, person, 'support')),
      promote(other, person, 'reviewer'),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(answers.filter((answer) => answer.json().changed)).toHaveLength(2)
    const { roles } = (await boss.call('GET', `/api/admin/users/${person.id}`)).json().data
    expect(roles).toEqual(['reviewer', 'support'])
    expect(await mailsOf(person)).toHaveLength(2)
  })
})

test('the list names everyone with a role, super admins first, and whose role has no effect', async () => {
  await app.database.pool.query("update users set is_admin = false, roles = '{}' where id <> all($1)", [
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
  expect(seen.map(({ id, roles, is_in_force }) => [id, ...roles, is_in_force])).toEqual([
    [boss.id, 'super_admin', true],
    [other.id, 'super_admin', true],
    [admin.id, 'admin', true],
    [foreign.id, 'admin', false],
  ])
  expect((await admin.call('GET', '/api/admin/administrators?cursor=bm90aGluZw')).statusCode).toBe(400)
})
