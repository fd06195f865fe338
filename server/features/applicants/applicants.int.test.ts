import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, prepare, submitted, uploadPicture } from '#server/testing/journeys.ts'
import { eventsOf, filesIn, rowsOf } from '#server/testing/snapshots.ts'

const BEGIN = '/api/onboarding/email'
const DISCARD = '/api/onboarding/application'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const rows = async (statement: string, ...values: unknown[]) =>
  (await app.database.pool.query(statement, values)).rows
const whoIs = async (person: Pick<TestUser, 'call'>) => (await person.call('GET', '/api/auth/user')).json()

describe('beginning an application as a visitor', () => {
  test('R5 R6 gives a cookie that no script reads, and keeps its hash alone, for 14 days', async () => {
    const answer = await app.call('POST', BEGIN, { email: ' Ada.Visitor@People.example ' })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^applicant=[\w-]{43}; /)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).toContain('Path=/')
    const token = cookie.slice('applicant='.length, cookie.indexOf(';'))
    const { applicant } = answer.json()
    expect(applicant).toMatchObject({
      email: 'Ada.Visitor@People.example',
      expiresAt: '2026-03-24T10:00:00.000Z',
    })
    const [stored] = await rows('select token_hash from applicants where user_id = $1', applicant.id)
    expect(stored.token_hash).toBe(createHash('sha256').update(token).digest('base64url'))
    expect(await whoIs({ call: (method, url) => app.call(method, url, undefined, { cookie }) })).toEqual({
      isAuthenticated: false,
      user: null,
      applicant,
    })
    expect(app.logged.join('\n')).not.toMatch(new RegExp(`${token}|ada\\.visitor`, 'i'))
  })

  test('R6 has the __Host- name and Secure on https', async () => {
    const secure = await testApp({ env: { PUBLIC_URL: 'https://verdaccord.test' } })
    const visitor = await secure.visit()
    expect(visitor.cookie).toMatch(/^__Host-applicant=/)
    expect((await whoIs(visitor)).applicant).toMatchObject({ email: visitor.email })
    const planted = { cookie: visitor.cookie.replace('__Host-', '') }
    expect((await secure.call('GET', '/api/auth/user', undefined, planted)).json().applicant).toBeNull()
  })

  test('A16 R56 sends no mail and tells nothing of whether the address is known', async () => {
    const known = await app.signIn()
    const answers = [known.email, 'nobody@people.example'].map((email) => app.call('POST', BEGIN, { email }))
    const [one, other] = (await Promise.all(answers)).map((answer) => answer.json())
    expect(Object.keys(one.applicant)).toEqual(Object.keys(other.applicant))
    expect({ ...one.applicant, id: 0, auth0_id: '', email: '' }).toEqual({
      ...other.applicant,
      id: 0,
      auth0_id: '',
      email: '',
    })
    expect(await rows('select 1 from mails where to_address = $1', known.email)).toEqual([])
    const taken = await rows('select id from users where lower(email) = lower($1)', known.email)
    expect(taken).toEqual([{ id: String(known.id) }])
  })

  test('A16 R54 refuses the sixth of one address within ten minutes, and says when to come back', async () => {
    const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    for (let n = 1; n <= 5; n++)
      expect((await strict.call('POST', BEGIN, { email: `a${n}@people.example` })).statusCode).toBe(200)
    const refused = await strict.call('POST', BEGIN, { email: 'a6@people.example' })
    expect(refused.statusCode).toBe(429)
    expect(refused.json().error).toBe('RATE_LIMITED')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590)
    strict.clock.now = new Date(strict.clock.now.getTime() + 601_000)
    expect((await strict.call('POST', BEGIN, { email: 'a6@people.example' })).statusCode).toBe(200)
  })

  test('asks for the security check where it is required', async () => {
    const guarded = await testApp({ env: { CAPTCHA: '' } })
    const refused = await guarded.call('POST', BEGIN, { email: 'a@people.example' })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      error: 'CAPTCHA_FAILED',
      fields: { captchaToken: expect.any(String) },
    })
    expect((await guarded.database.pool.query('select 1 from applicants')).rows).toEqual([])
  })

  test.each([
    ['no address', {}],
    ['an empty one', { email: '' }],
    ['what is none', { email: 'no address' }],
    ['a long one', { email: `${'a'.repeat(250)}@people.example` }],
    ['one with a header behind it', { email: 'a@people.example\r\nBcc: all@people.example' }],
    ['one with a NUL', { email: 'a\u0000@people.example' }],
    ['markup', { email: '"<script>"@people.example' }],
    ['a list', { email: ['a@people.example'] }],
    ['an object', { email: { $ne: null } }],
    ['SQL', { email: "a@people.example', now()); drop table users; --" }],
    ['a security check without end', { email: 'a@people.example', captchaToken: 'x'.repeat(20_000) }],
  ])('R28 refuses %s at its field and begins nothing', async (_, body) => {
    const [before] = await rows('select count(*)::int as n from applicants')
    const answer = await app.call('POST', BEGIN, body)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toHaveLength(1)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await rows('select count(*)::int as n from applicants')).toEqual([before])
  })

  test('goes on with the same address, and neither with another nor for somebody signed in', async () => {
    const visitor = await app.visit('same@people.example')
    const again = await visitor.call('POST', BEGIN, { email: 'SAME@people.example' })
    expect(again.json().applicant.id).toBe(visitor.id)
    expect(again.headers['set-cookie']).toBeUndefined()
    const other = await visitor.call('POST', BEGIN, { email: 'other@people.example' })
    expect(other.statusCode).toBe(409)
    expect(other.json().message).toBe(
      'An application was begun in this browser with another email address. Go on with it, or delete it first.',
    )
    expect((await whoIs(visitor)).applicant).toMatchObject({ id: visitor.id, email: 'same@people.example' })
    const person = await app.signIn()
    const signedIn = await person.call('POST', BEGIN, { email: person.email })
    expect(signedIn.statusCode).toBe(409)
    expect(signedIn.headers['set-cookie']).toBeUndefined()
  })

  test.each(['cross-site', 'same-site', 'none'])('R25 A08 refuses a start from a %s page', async (site) => {
    const answer = await app.call('POST', BEGIN, { email: 'csrf@people.example' }, { 'sec-fetch-site': site })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error).toBe('CSRF_REJECTED')
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

describe('a visitor’s application', () => {
  test('is filled in, read back and submitted by its cookie alone, and waits unseen', async () => {
    const visitor = await app.visit()
    const draft = { draft: { firstName: 'Ada' }, revision: 0 }
    expect((await visitor.call('PUT', '/api/onboarding/consumer/draft', draft)).statusCode).toBe(200)
    expect((await visitor.call('GET', '/api/onboarding/consumer/draft')).json().draft).toEqual({
      firstName: 'Ada',
    })
    const choice = { userId: visitor.id, user_type: 'trade', skipCertificationCheck: true }
    const chosen = await visitor.call('POST', '/api/users/update-type', choice)
    expect(chosen.json()).toMatchObject({ user_type: null, pending_user_type: 'trade' })
    await prepare(visitor)
    const { documents } = (await visitor.call('GET', '/api/documents')).json()
    expect(documents).toHaveLength(3)
    expect((await visitor.call('GET', documents[0].documentUrl)).statusCode).toBe(200)
    const answer = await visitor.call('POST', '/api/onboarding/kyc', {
      ...ANSWERS,
      userType: 'trade',
      userId: visitor.id,
      auth0Id: visitor.auth0Id,
    })
    expect(answer.statusCode).toBe(200)
    const { id } = answer.json().profile
    const complete = { userId: visitor.id, profileId: id }
    expect((await visitor.call('POST', '/api/onboarding/consumer/complete', complete)).statusCode).toBe(200)
    expect((await visitor.call('GET', `/api/onboarding/kyc-profile/${id}`)).statusCode).toBe(200)
    // The clock of the review does not count yet, and nobody is written to (security A16).
    expect(await rows('select 1 from mails where user_id = $1', visitor.id)).toEqual([])
    expect(await eventsOf(app.database, visitor.id, 'mail.queued')).toEqual([])
  })

  test('meets the same checks as a signed-in person’s', async () => {
    const visitor = await app.visit()
    const empty = await visitor.call('POST', '/api/onboarding/kyc', ANSWERS)
    expect(empty.statusCode).toBe(400)
    expect(Object.keys(empty.json().fields)).toContain('riskDisclosureAccepted')
    await submitted(visitor)
    const different = await visitor.call('POST', '/api/onboarding/kyc', { ...ANSWERS, lastName: 'Byron' })
    expect(different.statusCode).toBe(409)
    const standalone = await visitor.call('POST', '/api/users/update-type', { user_type: 'invest' })
    expect(standalone.statusCode).toBe(403)
  })

  test('R14 R15 A11 is nobody else’s to read or change', async () => {
    const [visitor, other] = [await app.visit(), await app.visit()]
    const person = await app.signIn()
    await submitted(visitor)
    const [document] = (await visitor.call('GET', '/api/documents')).json().documents
    const before = await rowsOf(app.database, visitor.id)
    for (const stranger of [other, person]) {
      expect((await stranger.call('GET', document.documentUrl)).statusCode).toBe(404)
      const profile = `/api/onboarding/kyc-profile-by-user/${visitor.id}`
      expect((await stranger.call('GET', profile)).statusCode).toBe(404)
      const choice = { userId: visitor.id, user_type: 'sell' }
      expect((await stranger.call('POST', '/api/users/update-type', choice)).statusCode).toBe(403)
    }
    expect((await app.call('GET', document.documentUrl)).statusCode).toBe(401)
    expect(await rowsOf(app.database, visitor.id)).toEqual(before)
  })

  test('is seen by no administrator before it is claimed', async () => {
    const admin = await app.signIn({ role: 'superAdmin' })
    const visitor = await submitted(await app.visit(), { firstName: 'Unclaimed', lastName: 'Visitor' })
    const missing = await admin.call('GET', '/api/admin/users/999999999')
    const user = await admin.call('GET', `/api/admin/users/${visitor.id}`)
    expect(user.statusCode).toBe(404)
    expect({ ...user.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
    for (const query of ['name=Unclaimed', `email=${visitor.email}`]) {
      const found = (await admin.call('GET', `/api/admin/users?${query}`)).json()
      expect(found).toMatchObject({ count: 0, data: [] })
    }
    const newest = (await admin.call('GET', '/api/admin/users?limit=100')).json().data as { id: number }[]
    expect(newest.map(({ id }) => id)).not.toContain(visitor.id)
    const one = `/api/admin/users/${visitor.id}`
    expect((await admin.call('GET', `${one}/kyc-case`)).json()).toEqual({ case: null })
    const decision = await admin.call('PUT', `${one}/kyc-status`, { kyc_status: 'rejected' })
    expect(decision.statusCode).toBe(404)
    const [document] = (await visitor.call('GET', '/api/documents')).json().documents
    expect((await admin.call('GET', document.documentUrl)).statusCode).toBe(404)
    const dates = { issuedOn: null, expiresOn: '2030-01-01' }
    expect((await admin.call('PUT', `${document.documentUrl}/dates`, dates)).statusCode).toBe(404)
    const looks = await eventsOf(
      app.database,
      visitor.id,
      'admin.user_viewed',
      'case.viewed',
      'document.fetched',
      'document.viewed',
    )
    expect(looks).toEqual([])
  })

  test('stays beside a sign-in in the same browser, which wins', async () => {
    const visitor = await app.visit()
    const person = await app.signIn()
    const cookie = `${visitor.cookie}; ${person.cookie}`
    await visitor.call('PUT', '/api/onboarding/consumer/draft', { draft: { firstName: 'V' }, revision: 0 })
    const draft = await app.call('GET', '/api/onboarding/consumer/draft', undefined, { cookie })
    expect(draft.json().draft).toBeNull()
    const who = (await app.call('GET', '/api/auth/user', undefined, { cookie })).json()
    expect(who).toMatchObject({ user: { id: person.id }, applicant: null, waitingApplication: true })
    expect(JSON.stringify(who)).not.toContain(visitor.email)
    expect(await whoIs(person)).not.toHaveProperty('waitingApplication')
  })

  test('R7 is not reached by who was signed in beside it, once their session has lapsed', async () => {
    const own = await testApp()
    const visitor = await own.visit()
    await visitor.call('PUT', '/api/onboarding/consumer/draft', { draft: { firstName: 'V' }, revision: 0 })
    const person = await own.signIn()
    const cookie = `${visitor.cookie}; ${person.cookie}`
    own.clock.now = new Date(own.clock.now.getTime() + 31 * 60_000)
    const draft = { draft: { firstName: 'Theirs' }, revision: 1 }
    const saved = await own.call('PUT', '/api/onboarding/consumer/draft', draft, { cookie })
    expect(saved.statusCode).toBe(401)
    const who = async (headers: { cookie: string }) =>
      (await own.call('GET', '/api/auth/user', undefined, headers)).json()
    expect(await who({ cookie })).toEqual({ isAuthenticated: false, user: null, applicant: null })
    // Asked for their email, they choose: the application with its address, or to be told of it.
    for (const [email, status] of [
      [visitor.email, 200],
      [person.email, 409],
    ] as const) {
      const answer = await own.call('POST', BEGIN, { email }, { cookie })
      expect(answer.statusCode).toBe(status)
      expect(String(answer.headers['set-cookie'])).toMatch(/^session=; .*Expires=Thu, 01 Jan 1970/)
    }
    expect((await who(visitor)).applicant).toMatchObject({ id: visitor.id })
    const kept = await visitor.call('GET', '/api/onboarding/consumer/draft')
    expect(kept.json().draft).toEqual({ firstName: 'V' })
  })

  test('A03 R54 is counted by its own limits: misses and uploads', async () => {
    const strict = await testApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const [visitor, other] = [await strict.visit(), await strict.visit()]
    const statuses: number[] = []
    for (let id = 1; id <= 31; id++)
      statuses.push((await visitor.call('GET', `/api/onboarding/kyc-profile/${1_000_000 + id}`)).statusCode)
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(404))
    expect(statuses[30]).toBe(429)
    expect((await other.call('GET', '/api/onboarding/kyc-profile/1')).statusCode).toBe(404)
    const bytes = Buffer.from('no picture')
    const uploads: number[] = []
    for (let n = 1; n <= 21; n++) uploads.push((await uploadPicture(visitor, 'selfie', bytes)).statusCode)
    expect(uploads.filter((status) => status === 429)).toHaveLength(1)
    expect((await uploadPicture(other, 'selfie', bytes)).statusCode).toBe(415)
  })

  test('R7 ends with its 14 days, to the moment', async () => {
    const own = await testApp()
    const visitor = await own.visit()
    own.clock.now = new Date('2026-03-24T09:59:59Z')
    expect((await visitor.call('GET', '/api/onboarding/consumer/draft')).statusCode).toBe(200)
    own.clock.now = new Date('2026-03-24T10:00:00Z')
    expect((await visitor.call('GET', '/api/onboarding/consumer/draft')).statusCode).toBe(401)
    expect((await whoIs(visitor)).applicant).toBeNull()
  })
})

describe('giving an application up', () => {
  test('deletes every row and file of it, and the cookie', async () => {
    const filesBefore = await filesIn(app.documentsDir)
    const visitor = await submitted(await app.visit())
    const answer = await visitor.call('DELETE', DISCARD)
    expect(answer.statusCode).toBe(200)
    expect(String(answer.headers['set-cookie'])).toMatch(/^applicant=; .*Expires=Thu, 01 Jan 1970/)
    expect(await rowsOf(app.database, visitor.id)).toEqual([])
    expect(await rows('select 1 from applicants where user_id = $1', visitor.id)).toEqual([])
    expect(await filesIn(app.documentsDir)).toEqual(filesBefore)
    expect(await eventsOf(app.database, visitor.id, 'application.removed')).toMatchObject([
      { actor_kind: 'user', after: { cases: 1, documents: 3 } },
    ])
    expect((await visitor.call('DELETE', DISCARD)).statusCode).toBe(401)
  })

  test('is done by its cookie, also beside a sign-in, and never to an account', async () => {
    const person = await app.signIn()
    expect((await person.call('DELETE', DISCARD)).statusCode).toBe(404)
    const visitor = await app.visit()
    const before = await rowsOf(app.database, person.id)
    const cookie = `${visitor.cookie}; ${person.cookie}`
    expect((await app.call('DELETE', DISCARD, undefined, { cookie })).statusCode).toBe(200)
    expect(await rowsOf(app.database, visitor.id)).toEqual([])
    expect(await rowsOf(app.database, person.id)).toEqual(before)
  })
})
