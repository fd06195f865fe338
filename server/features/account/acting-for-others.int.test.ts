import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, multipart, prepare, submitted } from '#server/testing/journeys.ts'
import { sampleCall } from '#server/testing/sample-calls.ts'
import { eventsOf, filesIn, rowsOf } from '#server/testing/snapshots.ts'
import { startOf } from '#server/testing/uploads.ts'

let app: TestApp
let victim: TestUser
let victimProfile: number
beforeAll(async () => {
  app = await testApp()
  victim = await submitted(await app.signIn())
  victimProfile = (await victim.call('GET', `/api/onboarding/kyc-profile-by-user/${victim.id}`)).json()
    .profile.id
})

const acceptance = { certification_type: 'risk_disclosure', certification_name: 'main_risk_disclosure' }
const image = `data:image/jpeg;base64,${(await makeJpeg()).toString('base64')}`

/** Calls by which a person might name someone, with what each needs besides. */
const CALLS = [
  ['POST', '/api/certifications/accept', acceptance],
  ['POST', '/api/users/update-type', { user_type: 'sell' }],
  ['POST', '/api/users/update-user-type', { user_type: 'sell' }],
  ['POST', '/api/users/update-investor-type', { investorCategory: 'hnw' }],
  ['POST', '/api/onboarding/consumer/complete', { profileId: 1 }],
  ['POST', '/api/onboarding/kyc', ANSWERS],
  ['POST', '/api/user/create', {}],
  ['PUT', '/api/user/update-profile', { name: 'Ada King' }],
  ['PUT', '/api/onboarding/consumer/draft', { draft: { firstName: 'Ada' }, revision: 0 }],
  ['PUT', '/api/onboarding/business/draft', { draft: { legalName: 'Ada' }, revision: 0 }],
  ['POST', '/api/browser-keys', {}],
  ['POST', '/api/uploads', startOf({ bytes: Buffer.alloc(100), name: 'a.jpg' })],
  ['POST', '/api/uploads/kyc-document', { documentType: 'selfie', fileName: 'a.jpg', fileData: image }],
] as const

const NAMES = ['userId', 'auth0Id', 'kycProfileId'] as const

const identityOf = (field: (typeof NAMES)[number]) =>
  ({ userId: victim.id, auth0Id: victim.auth0Id, kycProfileId: victimProfile })[field]

const REFUSED = {
  error: 'FORBIDDEN',
  message: 'You can only act on your own account.',
  requestId: expect.any(String),
}

const kept = async (attacker: TestUser) => [
  await rowsOf(app.database, victim.id),
  await rowsOf(app.database, attacker.id),
  await filesIn(app.documentsDir),
]

describe('A01 R14 someone else in the payload', () => {
  test.each(
    CALLS.flatMap(([method, url, body]) => NAMES.map((field) => [method, url, field, body] as const)),
  )(
    'A01 R14 %s %s with %s of another is refused, recorded once, and changes no one',
    async (method, url, field, body) => {
      const attacker = await app.signIn()
      const before = await kept(attacker)
      const answer = await attacker.call(method, url, { ...body, [field]: identityOf(field) })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual(REFUSED)
      expect(await kept(attacker)).toEqual(before)
      expect(await eventsOf(app.database, attacker.id, 'auth.mismatch')).toMatchObject([
        {
          actor_id: String(attacker.id),
          subject: `${method} ${url}`,
          request_id: answer.headers['x-request-id'],
        },
      ])
    },
  )

  const PLACES = ['before', 'after'] as const
  test.each(NAMES.flatMap((field) => PLACES.map((place) => [field, place] as const)))(
    'A01 R14 the same in a form with %s %s its file, of which nothing is stored',
    async (field, place) => {
      const attacker = await app.signIn()
      const before = await kept(attacker)
      const named = { [field]: String(identityOf(field)) }
      const form = multipart(
        { documentType: 'selfie', ...(place === 'before' && named) },
        { name: 'a.jpg', type: 'image/jpeg', bytes: await makeJpeg() },
        place === 'after' ? named : {},
      )
      const answer = await attacker.call('POST', '/api/uploads/kyc-document-direct', form.body, form.headers)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual(REFUSED)
      expect(await kept(attacker)).toEqual(before)
      expect(await eventsOf(app.database, attacker.id, 'auth.mismatch')).toHaveLength(1)
    },
  )

  test('R14 a form may name its sender before its file and after it', async () => {
    const person = await app.signIn()
    const own = { userId: String(person.id), auth0Id: person.auth0Id }
    const file = { name: 'a.jpg', type: 'image/jpeg', bytes: await makeJpeg() }
    const form = multipart({ documentType: 'selfie', ...own }, file, own)
    const answer = await person.call('POST', '/api/uploads/kyc-document-direct', form.body, form.headers)
    expect(answer.json().document.documentType).toBe('selfie')
  })

  test('A01 R14 no call of a person reads a body that names another, whatever it is about', async () => {
    const calls = (ENDPOINTS as readonly AnyEndpoint[]).filter(
      ({ access, body }) => body && (access === 'user' || access === 'applicant'),
    )
    expect(calls.length).toBeGreaterThan(30)
    for (const endpoint of calls) {
      const attacker = await app.signIn()
      const { url, body } = sampleCall(endpoint, 1)
      for (const field of NAMES) {
        const answer = await attacker.call(endpoint.method, url, {
          ...Object(body),
          [field]: identityOf(field),
        })
        expect([endpoint.path, field, answer.json()]).toEqual([endpoint.path, field, REFUSED])
      }
    }
  })

  test.each([[[1]], [{ id: 1 }], [true], ['1 or 1']])(
    'R14 what could be no one’s id is refused: %j',
    async (userId) => {
      const answer = await (await app.signIn()).call('POST', '/api/users/update-type', {
        user_type: 'sell',
        userId,
      })
      expect(answer.json()).toEqual(REFUSED)
    },
  )

  test('A01 returns 401 when signed out', async () => {
    for (const [method, url, body] of CALLS)
      expect((await app.call(method, url, { ...body, userId: victim.id })).statusCode).toBe(401)
  })

  test('R14 one’s own id is accepted in every such call', async () => {
    const person = await app.signIn()
    await prepare(person)
    const own = { userId: person.id, auth0Id: person.auth0Id }
    expect(
      (await person.call('POST', '/api/certifications/accept', { ...acceptance, userId: own.userId }))
        .statusCode,
    ).toBe(200)
    expect((await person.call('POST', '/api/onboarding/kyc', { ...ANSWERS, ...own })).statusCode).toBe(200)
    expect((await person.call('POST', '/api/user/create', own)).json().user.id).toBe(person.id)
    // As a provider may hold it, though no form takes it.
    const named = { ...own, name: 'Ada 🌱' }
    expect((await person.call('POST', '/api/user/create', named)).json().user.id).toBe(person.id)
    expect((await person.call('PUT', '/api/user/update-profile', { ...own, name: 'Ada' })).statusCode).toBe(
      200,
    )
  })

  test('R15 A01 completing another’s profile is answered as if it did not exist', async () => {
    const attacker = await submitted(await app.signIn())
    const complete = (profileId: number) =>
      attacker.call('POST', '/api/onboarding/consumer/complete', { profileId })
    const [foreign, missing] = [await complete(victimProfile), await complete(987_654_321)]
    expect(foreign.statusCode).toBe(404)
    expect({ ...foreign.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
  })

  test('R24 admins are no exception: calls for people only affect the caller', async () => {
    const admin = await app.signIn({ role: 'superAdmin' })
    const answer = await admin.call('POST', '/api/users/update-type', {
      userId: victim.id,
      user_type: 'sell',
    })
    expect(answer.statusCode).toBe(403)
  })
})

describe('A04 creating a user', () => {
  test('A04 R49 returns the caller’s own record, however often it is called and whatever it claims', async () => {
    const person = await app.signIn()
    const claim = {
      auth0Id: person.auth0Id,
      email: victim.email,
      name: 'Somebody',
      is_admin: true,
      id: victim.id,
    }
    const before = await rowsOf(app.database, person.id)
    for (let time = 0; time < 3; time++) {
      const answer = await person.call('POST', '/api/user/create', claim)
      expect(answer.json()).toMatchObject({ created: false, user: { id: person.id } })
    }
    expect(await rowsOf(app.database, person.id)).toEqual(before)
  })
})

describe('A05 R16 fields that only the server sets', () => {
  const OWNED = {
    verification_status: 'verified',
    kyc_status: 'approved',
    kycVerified: true,
    verified_at: '2026-01-01T00:00:00Z',
    is_admin: true,
    is_super_admin: true,
    created_at: '2001-01-01T00:00:00Z',
    id: 1,
    acknowledged_at: '2001-01-01T00:00:00Z',
    expires_at: '2099-01-01T00:00:00Z',
    onboarding_completed: true,
    state: 'approved',
    round: 0,
  }

  test('A05 R16 R19 are never written by any call of a person', async () => {
    const person = await app.signIn()
    await person.call('POST', '/api/certifications/accept', {
      ...acceptance,
      ...OWNED,
      additional_data: OWNED,
    })
    await prepare(person)
    await person.call('POST', '/api/users/update-type', { user_type: 'sell', ...OWNED })
    await person.call('PUT', '/api/onboarding/consumer/draft', {
      draft: { firstName: 'A', ...OWNED },
      revision: 0,
      ...OWNED,
    })
    expect((await person.call('GET', '/api/onboarding/consumer/draft')).json().draft).toEqual({
      firstName: 'A',
    })
    const { profile } = (await person.call('POST', '/api/onboarding/kyc', { ...ANSWERS, ...OWNED })).json()
    expect(profile).toMatchObject({
      verification_status: 'submitted',
      kyc_status: 'submitted',
      created_at: app.clock.now.toISOString(),
    })
    const [user] = (await app.database.pool.query('select * from users where id = $1', [person.id])).rows
    expect(user).toMatchObject({
      is_admin: false,
      is_super_admin: false,
      onboarding_completed_at: app.clock.now,
    })
    const accepted = (await person.call('GET', '/api/certifications/user')).json().certifications
    for (const certification of accepted) {
      expect(certification.acknowledged_at).toBe(app.clock.now.toISOString())
      expect(certification.expires_at).toBeNull()
    }
    const { rows } = await app.database.pool.query('select state, round from cases where user_id = $1', [
      person.id,
    ])
    expect(rows).toEqual([{ state: 'submitted', round: 1 }])
  })
})

describe('A02 R17 user types that need a certification', () => {
  test.each(['trade', 'invest'] as const)(
    'A02 R17 %s is pending while onboarding is open, grants nothing, and is refused with 403 afterwards',
    async (type) => {
      const person = await app.signIn()
      const wish = { user_type: type, skipCertificationCheck: true }
      expect((await person.call('POST', '/api/users/update-type', wish)).json()).toMatchObject({
        user_type: null,
        pending_user_type: type,
        flags: { is_trader: false, is_investor: false },
      })
      // The submission closes onboarding, even if the browser never reports it as complete.
      await submitted(person, { userType: type })
      const before = await rowsOf(app.database, person.id)
      for (let time = 0; time < 2; time++) {
        const answer = await person.call('POST', '/api/users/update-type', wish)
        expect(answer.statusCode).toBe(403)
        expect(answer.json()).toMatchObject({
          requiresCertification: true,
          certificationType: expect.any(String),
        })
      }
      expect(await rowsOf(app.database, person.id)).toEqual(before)
    },
  )

  test('R29 flags that contradict the type are refused', async () => {
    const person = await app.signIn()
    const answer = await person.call('POST', '/api/users/update-type', { user_type: 'sell', is_trader: true })
    expect(answer.json()).toMatchObject({
      error: 'VALIDATION_ERROR',
      fields: { user_type: expect.any(String) },
    })
  })
})

describe('A03 R15 guessing ids', () => {
  test('A03 R15 gives the same answer for another’s and a missing object', async () => {
    const walker = await app.signIn()
    const upload = await victim.call('GET', '/api/documents')
    const foreign = upload.json().documents[0].id
    const pairs = [
      [`/api/onboarding/kyc-profile/${victimProfile}`, '/api/onboarding/kyc-profile/987654321'],
      [`/api/onboarding/kyc-profile-by-user/${victim.id}`, '/api/onboarding/kyc-profile-by-user/987654321'],
      [`/api/documents/${foreign}`, '/api/documents/00000000-0000-4000-8000-000000000000'],
      [`/api/documents/${foreign}?download`, '/api/documents/00000000-0000-4000-8000-000000000000?download'],
    ] as const
    for (const pair of pairs) {
      const [theirs, missing] = await Promise.all(pair.map((url) => walker.call('GET', url)))
      expect(theirs?.statusCode).toBe(404)
      expect({ ...theirs?.json(), requestId: '' }).toEqual({ ...missing?.json(), requestId: '' })
    }
  })

  test('A03 asking about someone else in the query is refused with 403, and recorded', async () => {
    const walker = await app.signIn()
    for (const url of [
      `/api/certifications/check?name=risk_disclosure&userId=${victim.id}`,
      `/api/users/get-by-auth0-id?auth0_id=${encodeURIComponent(victim.auth0Id)}`,
      '/api/users/get-by-auth0-id?auth0_id=nobody',
    ]) {
      const answer = await walker.call('GET', url)
      expect([url, answer.statusCode]).toEqual([url, 403])
    }
    expect(await eventsOf(app.database, walker.id, 'auth.mismatch')).toHaveLength(3)
  })
})
