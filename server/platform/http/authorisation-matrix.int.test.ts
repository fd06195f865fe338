import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { type Capability, EVERY_STAFF, ROLE_NAMES, roleNamed } from '#contract/roles.ts'
import { takesRole } from '#domain/roles/held-roles.ts'
import { type TestApp, type TestPerson, type TestUser, testApp } from '#server/testing/app.ts'
import { routeTable, sampleCall } from '#server/testing/sample-calls.ts'

/** Routes below /api that are not calls: the API description and its reader. */
const NOT_IN_CONTRACT = [
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/start.js',
  // Its assets, as the router prints a wildcard.
  'GET /api/docs*',
]

/** What strangers may call; a new public endpoint must be added here, too (security R13). */
const PUBLIC = [
  'GET /api/health/live',
  'GET /api/health/ready',
  'GET /api/site',
  'GET /api/terms-static',
  'GET /api/privacy-static',
  'GET /api/captcha/challenge',
  'GET /api/certifications/risk-disclosure',
  'POST /api/bug-report',
  'GET /api/auth/login',
  'GET /api/login',
  'GET /api/auth/callback',
  'GET /api/auth/logout',
  'GET /api/auth/user',
  'GET /api/auth/debug',
  'POST /api/onboarding/email',
  'GET /api/onboarding/email/code',
  'POST /api/onboarding/email/code',
  'POST /api/onboarding/email/prove',
  'GET /api/hosted-invoices/:token',
  'GET /api/hosted-invoices/:token/open',
  'GET /api/hosted-invoices/:token/pdf',
  'GET /api/invitations/:token',
  'GET /api/invitations/:token/open',
  'POST /api/phone/hand-off/open',
  'POST /api/phone/hand-off/open-by-code',
  'GET /api/phone/hand-off',
  'POST /api/phone/hand-off/uploads',
  'GET /api/phone/hand-off/uploads/:id',
  'PATCH /api/phone/hand-off/uploads/:id',
  'DELETE /api/phone/hand-off/uploads/:id',
  'POST /api/phone/hand-off/uploads/:id/keep',
  'POST /api/phone/hand-off/browser-key',
  'POST /api/phone/hand-off/end',
  'GET /api/mail/opened/:token',
  'GET /api/mail/unsubscribe/:token',
  'POST /api/mail/unsubscribe/:token',
  'GET /api/reminders/stop/:token',
  'POST /api/reminders/stop/:token',
  'POST /api/webhooks/mail',
  'POST /api/webhooks/stripe',
  'POST /api/csp-reports',
]

/** Only what everyone who is signed in may do. */
const NOTHING: readonly Capability[] = []

/** Ends the sessions that the other tests still use, so it is tested separately, at the end. */
const ENDS_SESSIONS = 'DELETE /api/user/sessions'

interface Knocking {
  name: string
  may: readonly Capability[]
  person: TestPerson
}

/** Everyone who may call, with what they may do: every role of the table, and those whose role has no effect. */
const PEOPLE: readonly Knocking[] = [
  { name: 'a user', may: NOTHING, person: { role: 'user' } },
  { name: 'staff without a role', may: EVERY_STAFF, person: { role: 'staff' } },
  ...ROLE_NAMES.map((role) => ({
    name: `a holder of the role ${role}`,
    may: [...EVERY_STAFF, ...roleNamed(role).may],
    person: { role: role === 'super_admin' ? ('superAdmin' as const) : role },
  })),
  {
    name: 'an admin with an unverified email',
    may: NOTHING,
    person: { role: 'admin', emailVerified: false },
  },
  {
    name: 'an auditor of a foreign domain',
    may: NOTHING,
    person: { role: 'auditor', email: 'boss@evil.example' },
  },
  {
    name: 'a super admin of a look-alike domain',
    may: NOTHING,
    person: { role: 'superAdmin', email: 'boss@verdaccord.example.evil.example' },
  },
]

let app: TestApp
let people: Map<string, TestUser>
/** One for all endpoints that refuse visitors; another may end their application. */
let visitor: TestUser | undefined
let existing: number
beforeAll(async () => {
  app = await testApp()
  people = new Map()
  for (const { name, person } of PEOPLE) people.set(name, await app.signIn(person))
  existing = (await app.signIn()).id
})

const keyOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`
const MISSING = 999_999_999

/** Starts to record denials; returns a function that returns those since. */
async function watchDenials(): Promise<() => Promise<{ actor_id: string; subject: string }[]>> {
  const { pool } = app.database
  const { rows: last } = await pool.query<{ id: string }>('select coalesce(max(id), 0) as id from events')
  return async () => {
    const { rows } = await pool.query(
      "select actor_id, subject from events where type = 'auth.denied' and id > $1 order by id",
      [last[0]?.id],
    )
    return rows
  }
}

describe('R13 the route table', () => {
  test('R13 has no route under /api that the contract does not declare', () => {
    const declared = new Set([...ENDPOINTS.map(keyOf), ...NOT_IN_CONTRACT])
    const routes = routeTable(app.server).filter((route) => route.includes(' /api'))
    expect(routes).toEqual(expect.arrayContaining(ENDPOINTS.map(keyOf)))
    expect(routes.filter((route) => !declared.has(route))).toEqual([])
  })

  test('R13 has a handler for every endpoint of the contract, and no other', () => {
    expect([...app.routes.handled].sort()).toEqual(ENDPOINTS.map(keyOf).sort())
  })

  test('R13 is only public as the written list says', () => {
    const open = ENDPOINTS.filter(({ access }) => access === 'public').map(keyOf)
    expect(open.sort()).toEqual([...PUBLIC].sort())
  })
})

const GUARDED: readonly AnyEndpoint[] = ENDPOINTS.filter(({ access }) => access !== 'public')

describe.each(GUARDED.map((endpoint) => [keyOf(endpoint), endpoint] as const))('%s', (key, endpoint) => {
  test('R13 answers 401 to strangers, without looking at what they sent', async () => {
    for (const target of [existing, MISSING]) {
      const { url, body } = sampleCall(endpoint, target)
      const answer = await app.call(endpoint.method, url, body)
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({
        error: 'UNAUTHENTICATED',
        message: 'Please sign in to continue.',
      })
    }
    const forged = await app.call(endpoint.method, sampleCall(endpoint, existing).url, undefined, {
      cookie: `session=${'A'.repeat(43)}; applicant=${'A'.repeat(43)}`,
    })
    expect(forged.statusCode).toBe(401)
  })

  test('R13 accepts the applicant level from a visitor, and from no one else', async () => {
    visitor ??= await app.visit()
    const denials = await watchDenials()
    for (const target of [existing, MISSING]) {
      const { url, body } = sampleCall(endpoint, target)
      const answer = await visitor.call(endpoint.method, url, body)
      if (endpoint.access === 'applicant') {
        expect(answer.statusCode).toBeLessThan(500)
        expect(answer.body).not.toContain('You do not have permission')
        // Deleting the application only works once.
        if (target === existing) expect(answer.statusCode).not.toBe(401)
        continue
      }
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({ error: 'UNAUTHENTICATED' })
    }
    if (endpoint.access === 'applicant') visitor = undefined
    expect(await denials()).toEqual([])
  })

  if (key === ENDS_SESSIONS) return

  test.each(PEOPLE)('R13 R21 A12 decides on $name only by role', async ({ name, may }) => {
    const person = people.get(name)
    if (!person) throw new Error('Signed in above')
    const denials = await watchDenials()
    const answers = []
    for (const target of [existing, MISSING]) {
      const { url, body } = sampleCall(endpoint, target)
      answers.push(await person.call(endpoint.method, url, body))
    }
    const statuses = answers.map(({ statusCode }) => statusCode)
    if (!takesRole(endpoint.access) || may.includes(endpoint.access)) {
      expect(statuses.every((status) => status !== 401 && status < 500)).toBe(true)
      // A business rule may still refuse; the guard may not.
      for (const answer of answers) expect(answer.body).not.toContain('You do not have permission')
      expect(await denials()).toEqual([])
      return
    }
    expect(statuses).toEqual([403, 403])
    const [there, missing] = answers.map((answer) => ({ ...answer.json(), requestId: '' }))
    expect(there).toEqual(missing)
    expect(there).toMatchObject({ error: 'FORBIDDEN' })
    const denial = { actor_id: String(person.id), subject: keyOf(endpoint) }
    expect(await denials()).toEqual([denial, denial])
  })
})

test.each([
  'boss@verd\u0430ccord.example',
  'boss@verdaccord.example.',
  'boss@xn--verdccord-3fg.example',
  'boss@verdaccord.example@evil.example',
  'boss@verdaccord\u3002example',
  'boss@notverdaccord.example',
])('A19 R21 the provider’s address %j makes no one staff, whatever their row says', async (address) => {
  const person = await app.signIn({ role: 'superAdmin' })
  await app.database.pool.query('update users set auth0_email = $2 where id = $1', [person.id, address])
  for (const path of ['/api/admin/users', '/api/admin/administrators'])
    expect((await person.call('GET', path)).statusCode).toBe(403)
  // Their system email, which anyone may type, is still on a company domain.
  expect(person.email).toMatch(/@verdaccord\.example$/)
  expect((await person.call('GET', '/api/auth/user')).json().user.email).toBe(person.email)
})

test('R24 each auditor’s read is recorded before it is answered, and no one else’s', async () => {
  const auditor = await app.signIn({ role: 'auditor' })
  const readings = async () =>
    (
      await app.database.pool.query(
        "select subject, user_id, request_id is not null as traced from events where type = 'admin.read' and actor_id = $1 order by id",
        [auditor.id],
      )
    ).rows
  expect((await auditor.call('GET', '/api/admin/users?q=ada+lovelace')).statusCode).toBe(200)
  expect((await auditor.call('GET', `/api/admin/users/${existing}`)).statusCode).toBe(200)
  expect((await auditor.call('GET', '/api/auth/user')).statusCode).toBe(200)
  expect(
    (await auditor.call('POST', `/api/admin/users/${existing}/suspension`, { reason: 'x' })).statusCode,
  ).toBe(403)
  expect(await readings()).toEqual([
    { subject: 'GET /api/admin/users', user_id: null, traced: true },
    { subject: `GET /api/admin/users/${existing}`, user_id: String(existing), traced: true },
  ])
  const others = "select 1 from events where type = 'admin.read' and actor_id = $1"
  const admin = people.get('a holder of the role admin')
  await admin?.call('GET', '/api/admin/users')
  expect((await app.database.pool.query(others, [admin?.id])).rowCount).toBe(0)
})

test('A24 R9 R21 a role that was given or removed applies from the next request', async () => {
  const person = await app.signIn({ role: 'staff' })
  const role = (isAdmin: boolean) =>
    app.database.pool.query('update users set is_admin = $2 where id = $1', [person.id, isAdmin])
  expect((await person.call('GET', '/api/admin/users')).statusCode).toBe(403)
  await role(true)
  expect((await person.call('GET', '/api/admin/users')).statusCode).toBe(200)
  await role(false)
  expect((await person.call('GET', '/api/admin/users')).statusCode).toBe(403)
})

test.each(PEOPLE)('R10 R13 $name may sign out everywhere', async ({ name }) => {
  const [method, path] = ENDS_SESSIONS.split(' ') as ['DELETE', string]
  expect((await people.get(name)?.call(method, path))?.statusCode).toBe(200)
  expect((await people.get(name)?.call(method, path))?.statusCode).toBe(401)
})
