import { beforeAll, describe, expect, test } from 'vitest'
import { startScriptedIssuer } from '#server/platform/identity/testing/scripted-issuer.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { prepare } from '#server/testing/journeys.ts'
import { giveReason } from '#server/testing/reviews.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { STAFF_REQUIRES_MFA: '1' } })
})

const withSecondFactor = (person: TestUser) =>
  app.database.pool.query('update sessions set has_second_factor = true where user_id = $1', [person.id])
const me = async (person: TestUser) => (await person.call('GET', '/api/auth/user')).json().user

describe('R21 if staff need a second factor', () => {
  test.each([
    ['admin', 'GET', '/api/admin/queue'],
    ['superAdmin', 'GET', '/api/admin/administrators'],
  ] as const)(
    'R21 a session of a %s without it has no effect on %s %s, and with it has',
    async (role, method, path) => {
      const person = await app.signIn({ role })
      const refused = await person.call(method, path)
      expect([refused.statusCode, refused.json().message]).toEqual([
        403,
        'Sign in with a second factor to work as staff.',
      ])
      expect(await me(person)).toMatchObject({ is_staff: false, needs_second_factor: true })
      await withSecondFactor(person)
      expect((await person.call(method, path)).statusCode).toBe(200)
      const after = await me(person)
      expect([after.is_staff, 'needs_second_factor' in after]).toEqual([true, false])
    },
  )

  test('R21 it is not asked of customers, and makes no one staff', async () => {
    const person = await app.signIn()
    expect((await person.call('GET', '/api/user/profile')).statusCode).toBe(200)
    expect(await me(person)).not.toHaveProperty('needs_second_factor')
    await withSecondFactor(person)
    const refused = await person.call('GET', '/api/admin/queue')
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'You do not have permission to do this.',
    ])
  })

  test('R21 a document of someone else stays closed to an administrator without it', async () => {
    const person = await app.signIn()
    await prepare(person)
    const [document] = (await person.call('GET', '/api/documents')).json().documents
    const admin = await app.signIn({ role: 'admin' })
    const read = async () => (await admin.call('GET', `/api/documents/${document.id}`)).statusCode
    expect(await read()).toBe(404)
    await withSecondFactor(admin)
    await giveReason(admin, `/api/documents/${document.id}`)
    expect(await read()).toBe(200)
  })
})

test('R21 what the provider says about the sign-in is stored with its session, and a second factor is requested by name', async () => {
  const issuer = await startScriptedIssuer()
  const other = await testApp({
    env: {
      OIDC_ISSUER: issuer.issuer,
      OIDC_CLIENT_ID: 'product',
      OIDC_MFA_ACR: 'urn:second',
      STAFF_REQUIRES_MFA: '1',
    },
  })
  // The issuer uses the real time.
  other.clock.now = new Date()
  const signIn = async (amr: string[]) => {
    issuer.script.claims = { amr, email: 'staff@verdaccord.example', email_verified: true }
    const started = await other.server.inject({ url: '/api/auth/login?mfa=1' })
    const asked = new URL(String(started.headers.location))
    const back = issuer.signIn(asked)
    const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? ''
    const done = await other.server.inject({ url: back.pathname + back.search, headers: { cookie } })
    const session = [done.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith('session='))
    const answer = await other.server.inject({
      url: '/api/auth/user',
      headers: { cookie: session?.split(';', 1)[0] ?? '' },
    })
    return { level: asked.searchParams.get('acr_values'), user: answer.json().user }
  }
  try {
    expect(await signIn(['pwd'])).toMatchObject({
      level: 'urn:second',
      user: { is_staff: false, needs_second_factor: true },
    })
    expect(await signIn(['pwd', 'otp'])).toMatchObject({ user: { is_staff: true } })
  } finally {
    await issuer.close()
  }
})

describe('R11 R21 staff confirm their identity after 15 minutes', () => {
  const GATED = [
    ['POST', '/api/admin/users/1/kyc-decision'],
    ['PUT', '/api/admin/users/1/kyc-status'],
    ['POST', '/api/admin/users/1/kyc-confirmation'],
    ['POST', '/api/admin/screening/matches/1/decision'],
    ['POST', '/api/admin/changes/1/confirm'],
    ['POST', '/api/documents/00000000-0000-4000-8000-000000000000/reason'],
    ['GET', '/api/admin/users/export.csv'],
    ['GET', '/api/admin/audit/export'],
    ['GET', '/api/admin/invoices/export.csv'],
  ] as const

  test('R11 before decisions, exports and identity documents, while their page stays open', async () => {
    const person = await app.signIn()
    await prepare(person)
    const [document] = (await person.call('GET', '/api/documents')).json().documents
    const paper = `/api/documents/${document.id}`
    const admin = await app.signIn({ role: 'admin' })
    await withSecondFactor(admin)
    const errorOf = async (method: 'GET' | 'POST' | 'PUT', path: string) => {
      const answer = await admin.call(method, path, method === 'GET' ? undefined : {})
      return answer.statusCode === 403 ? answer.json().error : answer.statusCode
    }
    for (const [method, path] of GATED) expect(await errorOf(method, path)).not.toBe('REAUTH_REQUIRED')
    await giveReason(admin, paper)
    expect(await errorOf('GET', paper)).toBe(200)
    expect(await me(admin)).not.toHaveProperty('needs_step_up')

    const before = app.clock.now
    app.clock.now = new Date(before.getTime() + 15 * 60_000 + 1000)
    await app.database.pool.query('update sessions set last_seen_at = $2 where user_id = $1', [
      admin.id,
      app.clock.now,
    ])
    for (const [method, path] of GATED) expect(await errorOf(method, path)).toBe('REAUTH_REQUIRED')
    expect(await errorOf('GET', paper)).toBe('REAUTH_REQUIRED')
    expect(await errorOf('GET', '/api/admin/queue')).toBe(200)
    expect(await me(admin)).toMatchObject({ is_staff: true, needs_step_up: true })
    expect((await person.call('GET', paper)).statusCode).toBe(200)

    await app.database.pool.query('update sessions set auth_time = $2 where user_id = $1', [
      admin.id,
      app.clock.now,
    ])
    expect(await errorOf('GET', paper)).toBe(200)
    app.clock.now = before
  })
})
